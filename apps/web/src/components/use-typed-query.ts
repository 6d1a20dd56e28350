import { useEffect, useState } from 'react';

/** Shorter than a pause between words, longer than a pause between keystrokes. */
const DEBOUNCE_MS = 150;

/**
 * Loads suggestions of the server for text that is being typed, after a pause in typing. A request that was overtaken
 * is aborted. While the next request is pending, the previous suggestions remain.
 *
 * @param query - trimmed text; null when there is nothing to request.
 * @param load - the same function in each render.
 * @returns null without a query, before the first response and after a failure.
 */
export function useTypedQuery<T>(
  query: string | null,
  load: (query: string, signal: AbortSignal) => Promise<T>,
): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  useEffect(() => {
    if (query === null) {
      setLoaded(null);
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const request = async () => {
      // Suggestions are optional, so a failure is not worth a message.
      const found = await load(query, signal).catch(() => null);
      if (!signal.aborted) setLoaded(found);
    };
    const timer = setTimeout(() => void request(), DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, load]);
  return loaded;
}
