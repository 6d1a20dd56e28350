import { LoaderCircle } from 'lucide-react';

/** A turning ring with its word for screen readers. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <span role="status" className="inline-flex items-center gap-2 text-indigo">
      <LoaderCircle aria-hidden className="size-6 animate-spin" />
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** A spinner that takes the whole window; `children` say more, when there is more to say. */
export function FullScreenSpinner({ children }: { children?: React.ReactNode }) {
  return (
    <div className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <Spinner />
      {children}
    </div>
  );
}
