import { LoaderCircle } from 'lucide-react';
import { FRAME_STRINGS } from './frame-strings.ts';

/** A spinner in the middle of the window, with optional text as children. */
export function FullScreenSpinner({ children }: { children?: React.ReactNode }) {
  return (
    <div className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <span role="status" className="inline-flex items-center gap-2 text-indigo">
        <LoaderCircle aria-hidden className="size-6 animate-spin" />
        <span className="sr-only">{FRAME_STRINGS.loading}</span>
      </span>
      {children}
    </div>
  );
}
