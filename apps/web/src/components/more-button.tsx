import { useLayoutEffect, useRef } from 'react';
import { focusLast, listBefore } from './focus-before.ts';
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
  const before = useRef<HTMLElement[]>([]);
  const button = useFocusLost<HTMLButtonElement>(() => focusLast(before.current));
  // Updated before each page. The list may also load one when it is scrolled, for example when Tab moves to the button.
  useLayoutEffect(() => {
    if (button.current) before.current = listBefore(button.current, 'a,button,[tabindex]');
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
