import { CircleAlert } from 'lucide-react';
import { RetryButton } from './retry-button.tsx';

/** The error of a section that failed to load, with a retry button. */
export function LoadFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex min-w-0 items-start gap-2 text-danger">
        <CircleAlert aria-hidden className="mt-0.5 size-5 flex-none" />
        <span className="min-w-0">{message}</span>
      </p>
      <RetryButton className="button button-quiet" onRetry={onRetry} />
    </div>
  );
}
