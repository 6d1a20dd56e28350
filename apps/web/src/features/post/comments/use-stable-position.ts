import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focused element of a section at its position on the screen while rows are added above it. Browsers do so
 * only for the first visible element.
 *
 * @returns a function to call before a change that the user has not caused.
 */
export function useStablePosition(section: RefObject<HTMLElement | null>): () => void {
  const before = useRef<{ element: Element; top: number } | null>(null);
  useLayoutEffect(() => {
    const saved = before.current;
    before.current = null;
    if (!saved?.element.isConnected) return;
    const moved = saved.element.getBoundingClientRect().top - saved.top;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  });
  return () => {
    const { activeElement: element } = document;
    if (before.current !== null || !element || !section.current?.contains(element)) return;
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > 0 && top < window.innerHeight) before.current = { element, top };
  };
}
