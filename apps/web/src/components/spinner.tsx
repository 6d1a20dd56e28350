import { LoaderCircle } from 'lucide-react';
import { FRAME_STRINGS } from './frame-strings.ts';

/** A spinner with a label for screen readers. */
function Spinner({ label = FRAME_STRINGS.loading }: { label?: string }) {
  return (
    <span role="status" className="inline-flex items-center gap-2 text-indigo">
      <LoaderCircle aria-hidden className="size-6 animate-spin" />
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** A spinner in the middle of the window, with optional text as children. */
export function FullScreenSpinner({ children }: { children?: React.ReactNode }) {
  return (
    <div className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <Spinner />
      {children}
    </div>
  );
}
