import { CircleAlert } from 'lucide-react';

/** The error of a form. The live region is always rendered, so that screen readers announce a new message. */
export function FormError({ message }: { message: string | null }) {
  return (
    <div role="alert">
      {message !== null && (
        <p className="flex items-start gap-2.5 rounded-control bg-danger-wash px-4 py-3 text-danger forced-colors:border">
          <CircleAlert aria-hidden className="mt-0.5 size-5 flex-none" />
          <span className="min-w-0">{message}</span>
        </p>
      )}
    </div>
  );
}
