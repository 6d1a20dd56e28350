import { useLayoutEffect, useRef } from 'react';
import { useFocusLost } from './use-focus-lost.ts';

interface MoreButtonProps {
  isLoading: boolean;
  /** Label while a page loads; by default `label`. */
  loadingLabel?: string;
  label: string;
  className?: string;
  onLoad: () => void;
}

/**
 * Loads the next page of the list above it. When it disappears with the last page, the focus moves to where the list
 * ended, so that Tab continues with the first new row.
 */
export function MoreButton({
  isLoading,
  label,
  loadingLabel = label,
  className = '',
  onLoad,
}: MoreButtonProps) {
  const lastBefore = useRef<HTMLElement>(undefined);
  const button = useFocusLost<HTMLButtonElement>(() => lastBefore.current?.focus({ preventScroll: true }));
  // Updated before each page. The list may also load one when it is scrolled, for example when Tab moves to the button.
  useLayoutEffect(() => {
    if (button.current) lastBefore.current = findFocusableBefore(button.current);
  }, [isLoading]);
  return (
    <button
      ref={button}
      type="button"
      className={`button button-quiet ${className}`}
      // aria-disabled instead of disabled while busy, so that the button keeps the focus.
      aria-disabled={isLoading}
      onClick={() => {
        if (!isLoading) onLoad();
      }}
    >
      {isLoading ? loadingLabel : label}
    </button>
  );
}

/** Finds the link, button or row before a button or around it, or else the page's content. */
function findFocusableBefore(button: HTMLElement): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>('#main,#main :is(a,button,[tabindex])')];
  return all[all.indexOf(button) - 1];
}
