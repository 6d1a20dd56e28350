import { type RefObject, useEffect, useRef } from 'react';

/**
 * Whether the user has scrolled a list up by wheel, finger, scroll bar or key. Scroll events do not show this, because
 * the layout causes them, too.
 */
export function useHasScrolledUp(list: RefObject<HTMLElement | null>): RefObject<boolean> {
  const hasScrolledUp = useRef(false);
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const handleInput = (event: Event) => {
      if (isScrollUp(event)) hasScrolledUp.current = true;
    };
    for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
      list.current?.addEventListener(type, handleInput, { passive: true, signal });
    return () => listeners.abort();
  }, [list]);
  return hasScrolledUp;
}

/** Whether an event of the list is input that may scroll up. */
function isScrollUp(event: Event): boolean {
  // The gesture for Back ends as a sideways turn of the wheel.
  if (event instanceof WheelEvent) return event.deltaY < 0;
  if (event instanceof KeyboardEvent)
    return ['ArrowUp', 'PageUp', 'Home'].includes(event.key) || (event.key === ' ' && event.shiftKey);
  // The content covers the list, so that a press on the list itself is one on its scroll bar.
  return event.type === 'touchmove' || event.target === event.currentTarget;
}
