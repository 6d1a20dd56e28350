import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** Distance below the viewport at which the next page starts to load. */
const PRELOAD_MARGIN = '800px';

/**
 * Calls `onReached` when the end of a list is scrolled near the viewport.
 *
 * @param isEnabled - false while a page loads, after the last page, and after a failure, which the user can retry.
 * @param length - number of rows; after a change, the distance to the end is checked again.
 * @returns a ref to attach to an element after the last row.
 */
export function useEndOfList(
  isEnabled: boolean,
  length: number,
  onReached: () => void,
): RefObject<HTMLDivElement | null> {
  const endRef = useRef<HTMLDivElement>(null);
  const handleEnd = useEffectEvent(onReached);

  // Observes again after each page: only a new observer reports an end that is still near.
  useEffect(() => {
    const element = endRef.current;
    // Without an observer, the button below the list loads the next page.
    if (!isEnabled || !element || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) handleEnd();
      },
      { rootMargin: PRELOAD_MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isEnabled, length]);
  return endRef;
}
