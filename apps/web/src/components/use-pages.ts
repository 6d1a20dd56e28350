import { useEffect, useEffectEvent, useState } from 'react';
import { uniqueBy } from '../lib/unique-by-id.ts';
import { useOnReconnect } from './use-is-online.ts';

interface Page<T> {
  rows: readonly T[];
  /** Null after the last page. */
  nextCursor: string | null;
}

/**
 * A list that is loaded page by page: the first page when the component is mounted, so a component that shows another
 * list needs another `key`. A page that could not be loaded is requested again when the browser reconnects.
 *
 * @param idOf - identifies a row. A row that an earlier page contains is left out.
 */
export function usePages<T>(
  loadPage: (cursor: string | null) => Promise<Page<T>>,
  idOf: (row: T) => string | number,
) {
  const [rows, setRows] = useState<readonly T[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const [isLoading, setIsLoading] = useState(true);
  const [error, setError] = useState<unknown>(null);

  const loadNext = async () => {
    setIsLoading(true);
    setError(null);
    try {
      const page = await loadPage(cursor);
      setRows((before) => uniqueBy([...before, ...page.rows], idOf));
      setCursor(page.nextCursor);
    } catch (failure) {
      setError(failure);
    } finally {
      setIsLoading(false);
    }
  };
  const loadFirst = useEffectEvent(loadNext);
  useEffect(() => void loadFirst(), []);
  useOnReconnect(error !== null, () => void loadNext());

  return {
    rows,
    setRows,
    /** Whether there is a page after the rows. */
    hasMore: cursor !== null,
    isLoading,
    /** Why the last page could not be loaded; null if it was loaded, and while a page is being loaded. */
    error,
    /** Loads the next page, or again the one that failed. */
    loadNext,
  };
}
