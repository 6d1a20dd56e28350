import toast from 'react-hot-toast';

/** Shows why a request failed as a toast. Offline, a second line adds the reason. */
export function toastFailure(message: string): void {
  if (navigator.onLine) {
    toast.error(message);
    return;
  }
  toast.error(
    <div>
      <p>{message}</p>
      <p className="text-ink-soft">You're offline.</p>
    </div>,
  );
}
