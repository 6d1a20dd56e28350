import { focusLast, listBefore } from './focus-before.ts';
import { FRAME_STRINGS } from './frame-strings.ts';
import { useFocusLost } from './use-focus-lost.ts';

interface RetryButtonProps {
  className: string;
  onRetry: () => void;
}

/**
 * Excludes buttons, because a second press of the key would change something, whereas the link of a row only opens a
 * page. Excludes other links, such as 'Sign in' or the tabs above a list, which have nothing to do with what was
 * loaded, and the heading of the failure, which disappears with the button.
 */
const FOCUS_TARGETS = 'li a,h2,h3,[tabindex]:not(button,[role=alert] *)';

/**
 * Repeats what has failed. When it disappears with the focus, usually because it was pressed, the focus moves to the
 * link, heading or row before it, so that Tab continues with what was loaded.
 */
export function RetryButton({ className, onRetry }: RetryButtonProps) {
  const button = useFocusLost<HTMLButtonElement>((element) => focusLast(listBefore(element, FOCUS_TARGETS)));
  return (
    <button ref={button} type="button" className={className} onClick={onRetry}>
      {FRAME_STRINGS.tryAgain}
    </button>
  );
}
