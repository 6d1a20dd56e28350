import { type RefObject, useEffect, useRef } from 'react';

/** Starts the next page before the reader sees the end of this one. */
const PRELOAD_MARGIN = '800px';

/**
 * Calls `onReached` when the end of a list comes near.
 *
 * @param isEnabled - false while a page loads, after the last one, and after a failure (the reader decides then).
 * @param length - rows so far: a list that stays short after a page is looked at again.
 * @returns a ref for an element after the last row.
 */
export function useEndOfList(
  isEnabled: boolean,
  length: number,
  onReached: () => void,
): RefObject<HTMLDivElement | null> {
  const endRef = useRef<HTMLDivElement>(null);
  const latest = useRef(onReached);
  useEffect(() => {
    latest.current = onReached;
  });

  // A new length observes anew, which reports at once.
  useEffect(() => {
    const element = endRef.current;
    // Where it is missing, the button below the list is the way.
    if (!isEnabled || !element || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      { rootMargin: PRELOAD_MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isEnabled, length]);
  return endRef;
}
