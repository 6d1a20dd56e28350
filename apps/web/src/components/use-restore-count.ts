import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { readView, updateView } from '../lib/entry-views.ts';

/**
 * Loads as many items of a list as this history entry has shown before. Needed when Back leads to it after a reload, or
 * to a list that is loaded again.
 *
 * @param length - number of items in the list.
 * @param canLoadMore - false while a page loads, after the last page, and after a failure.
 * @param onLoadMore - loads up to `count` more items.
 */
export function useRestoreCount(
  length: number,
  canLoadMore: boolean,
  onLoadMore: (count: number) => void,
): void {
  const { key } = useLocation();
  const savedCount = useMemo(() => readView(key)?.itemCount ?? 0, [key]);

  useEffect(() => {
    updateView(key, { itemCount: Math.max(length, savedCount) });
  }, [key, length, savedCount]);
  useEffect(() => {
    if (canLoadMore && length < savedCount) onLoadMore(savedCount - length);
  });
}
