import type { ReactElement } from 'react';
import { FRAME_STRINGS } from './frame-strings.ts';
import { type ToastOptions, toast } from './toast.ts';

/** Shows a toast with the message of a failed request. While offline, a second line gives that as the reason. */
export function toastFailure(message: ReactElement | string, options?: ToastOptions): void {
  if (navigator.onLine) {
    toast.error(message, options);
    return;
  }
  toast.error(
    <div>
      <p>{message}</p>
      <p className="text-ink-soft">{FRAME_STRINGS.offline}</p>
    </div>,
    options,
  );
}
