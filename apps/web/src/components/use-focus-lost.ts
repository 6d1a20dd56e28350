import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Calls back when a component disappears while its element contains the focus, which would otherwise be lost. The
 * element is then still in the page.
 */
export function useFocusLost<E extends HTMLElement>(onFocusLost: (element: E) => void): RefObject<E | null> {
  const ref = useRef<E>(null);
  const latest = useRef(onFocusLost);
  useLayoutEffect(() => {
    latest.current = onFocusLost;
  });
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) latest.current(element);
    };
  }, []);
  return ref;
}
