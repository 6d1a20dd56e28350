import { useRef } from 'react';
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
  const lastBefore = useRef<HTMLElement | undefined>(undefined);
  const button = useFocusLost<HTMLButtonElement>(() => lastBefore.current?.focus({ preventScroll: true }));
  return (
    <button
      ref={button}
      type="button"
      className={`button button-quiet ${className}`}
      // aria-disabled instead of disabled while busy, so that the button keeps the focus.
      aria-disabled={isLoading}
      onClick={({ currentTarget }) => {
        if (isLoading) return;
        const elements = [...document.querySelectorAll<HTMLElement>('a,button,[tabindex]')];
        lastBefore.current = elements[elements.indexOf(currentTarget) - 1];
        onLoad();
      }}
    >
      {isLoading ? loadingLabel : label}
    </button>
  );
}
