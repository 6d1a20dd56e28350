import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Calls back when a component disappears while its element contains the focus, which would otherwise be lost. The
 * element is then still in the page.
 *
 * @param onFocusLost - focuses another element; by default the one before.
 */
export function useFocusLost<E extends HTMLElement>(
  onFocusLost: (element: E) => void = focusBefore,
): RefObject<E | null> {
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

/** Finds the link, button or row before an element or around it, or else the page's content. */
export function findFocusableBefore(element: HTMLElement): HTMLElement | undefined {
  const all = document.querySelectorAll<HTMLElement>('#main,#main :is(a,button,[tabindex])');
  return [...all].findLast(
    (other) => other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

/** Moves the focus to where the Tab key continues after an element that is being removed. */
export function focusBefore(element: HTMLElement): void {
  findFocusableBefore(element)?.focus({ preventScroll: true });
}
