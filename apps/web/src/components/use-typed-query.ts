import { useEffect, useState } from 'react';

/** Shorter than a pause between words, longer than one between keystrokes. */
const DEBOUNCE_MS = 150;

/**
 * What the server suggests for text that is being typed. Requested after a pause in typing; a request that was overtaken
 * is aborted. While the next one is pending, the former suggestions remain.
 *
 * @param query - trimmed; null when there is nothing to request.
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
      // Suggestions only help: a failure is not worth a message.
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
