import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * Calls back when a component disappears while its element contains the focus, which would otherwise be lost. The
 * element is then still in the page.
 *
 * @param onFocusLost - focuses another element; by default the page's content.
 */
export function useFocusLost<E extends HTMLElement>(
  onFocusLost: (element: E) => void = focusContent,
): RefObject<E | null> {
  const ref = useRef<E>(null);
  const handleFocusLost = useEffectEvent(onFocusLost);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) handleFocusLost(element);
    };
  }, []);
  return ref;
}

/** Focuses the content of the page, below the bar, without scrolling. */
export function focusContent(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
