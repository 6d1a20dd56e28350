import { FRAME_STRINGS } from './frame-strings.ts';
import { useFocusLost } from './use-focus-lost.ts';

interface RetryButtonProps {
  className: string;
  onRetry: () => void;
  /** Moves the focus when the button disappears with it; by default to the page's content. */
  onFocusLost?: (button: HTMLElement) => void;
}

/** Repeats what has failed. It usually disappears when it is pressed. */
export function RetryButton({ className, onRetry, onFocusLost }: RetryButtonProps) {
  const button = useFocusLost<HTMLButtonElement>(onFocusLost);
  return (
    <button ref={button} type="button" className={className} onClick={onRetry}>
      {FRAME_STRINGS.tryAgain}
    </button>
  );
}
