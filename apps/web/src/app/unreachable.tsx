import { useEffect, useState } from 'react';
import { FullScreenSpinner } from '../components/spinner.tsx';
import { useAuthStore } from '../stores/auth.store.ts';

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

/** Asks again who is signed in while the server gives no answer: after 2 s, 4 s … 30 s, and when the line is back. */
export function useAuthRetry(): void {
  const isUnreachable = useAuthStore((state) => state.isUnreachable);
  const loading = useAuthStore((state) => state.loading);
  const checkAuth = useAuthStore((state) => state.checkAuth);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    if (!isUnreachable) setTries(0);
  }, [isUnreachable]);

  useEffect(() => {
    if (!isUnreachable || loading) return;
    const retry = () => {
      setTries((count) => count + 1);
      void checkAuth();
    };
    const timer = setTimeout(retry, Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** tries));
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [isUnreachable, loading, tries, checkAuth]);
}

/** Above the page while the server gives no answer. Nobody is logged out meanwhile. */
export function RetryBanner() {
  const isUnreachable = useAuthStore((state) => state.isUnreachable);
  const checkAuth = useAuthStore((state) => state.checkAuth);
  return (
    <div role="status">
      {isUnreachable && (
        <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-marigold px-4 py-2 text-on-marigold text-sm">
          <span>We cannot reach Safarnama. Trying again…</span>
          <button type="button" className="min-h-6 font-semibold underline" onClick={() => void checkAuth()}>
            Try now
          </button>
        </div>
      )}
    </div>
  );
}

/** In place of a page of the signed-in, while it is not known who is. */
export function Unreachable() {
  return (
    <FullScreenSpinner>
      <h1 className="text-2xl">The server does not answer</h1>
      <p className="max-w-sm text-ink-soft">We keep trying. Your page opens as soon as it does.</p>
    </FullScreenSpinner>
  );
}
