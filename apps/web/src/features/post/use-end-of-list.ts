import { type RefObject, useEffect, useRef } from 'react';

/** Starts the next page before the reader sees the end of this one. */
const AHEAD = '800px';

/**
 * Calls `onReached` when the end of a list comes near.
 *
 * @param isArmed - false while a page loads, after the last one, and after a failure (the reader decides then).
 * @param length - rows so far: a list that stays short after a page is looked at again.
 * @returns a ref for an element after the last row.
 */
export function useEndOfList(
  isArmed: boolean,
  length: number,
  onReached: () => void,
): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onReached);
  useEffect(() => {
    latest.current = onReached;
  });

  // A new length observes anew, which reports at once.
  useEffect(() => {
    const element = end.current;
    // Where it is missing, the button below the list is the way.
    if (!isArmed || !element || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isArmed, length]);
  return end;
}
