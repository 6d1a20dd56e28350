import { CircleAlert } from 'lucide-react';
import { FRAME_STRINGS } from './frame-strings.ts';
import { useFocusLost } from './use-focus-lost.ts';

/** The error of a section that failed to load, with a retry button. */
export function LoadFailure({ message, onRetry }: { message: string; onRetry: () => Promise<void> }) {
  const element = useFocusLost<HTMLDivElement>();
  return (
    <div ref={element} role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex min-w-0 items-start gap-2 text-danger">
        <CircleAlert aria-hidden className="mt-0.5 size-5 flex-none" />
        <span className="min-w-0">{message}</span>
      </p>
      <button type="button" className="button button-quiet" onClick={() => void onRetry()}>
        {FRAME_STRINGS.tryAgain}
      </button>
    </div>
  );
}
