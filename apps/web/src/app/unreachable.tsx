import { useEffect, useState } from 'react';
import { sceneNamed } from '../components/scenes.ts';
import { useIsOnline } from '../components/use-is-online.ts';
import { useAuthStore } from '../stores/auth.store.ts';

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;

/** Asks again who is signed in while the server gives no answer: after 2 s, 4 s … 30 s, and when the line is back. */
function useAuthRetry(): void {
  const isUnreachable = useAuthStore((state) => state.isUnreachable);
  const loading = useAuthStore((state) => state.loading);
  const checkAuth = useAuthStore((state) => state.checkAuth);
  const [attempts, setAttempts] = useState(0);

  useEffect(() => {
    if (!isUnreachable) setAttempts(0);
  }, [isUnreachable]);

  useEffect(() => {
    if (!isUnreachable || loading) return;
    const retry = () => {
      setAttempts((count) => count + 1);
      void checkAuth();
    };
    const timer = setTimeout(retry, Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts));
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [isUnreachable, loading, attempts, checkAuth]);
}

/** Above the page while the device has no line, or the server gives no answer. Nobody is logged out meanwhile. */
export function RetryBanner() {
  const isUnreachable = useAuthStore((state) => state.isUnreachable);
  const checkAuth = useAuthStore((state) => state.checkAuth);
  const isOnline = useIsOnline();
  // Here, and not in the layout, which every check would draw anew with all that it holds.
  useAuthRetry();
  return (
    <div role="status">
      {!isOnline && (
        <p className={BANNER_CLASS}>
          You are offline. What is on the screen stays, and we go on when the line is back.
        </p>
      )}
      {isOnline && isUnreachable && (
        <div className={BANNER_CLASS}>
          <span>We cannot reach Safarnama. Trying again…</span>
          <button type="button" className="min-h-6 font-semibold underline" onClick={() => void checkAuth()}>
            Try now
          </button>
        </div>
      )}
    </div>
  );
}

const BANNER_CLASS =
  'flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-marigold px-4 py-2 text-center text-on-marigold text-sm';

/**
 * In place of a page of the signed-in, while it is not known who is. No spinner over the whole window: that one
 * stands until the first check has ended, and not again.
 */
export function Unreachable() {
  return (
    <div className="site my-auto max-w-xl py-10 text-center">
      <img
        src={sceneNamed('monsoon')}
        alt=""
        width={480}
        height={270}
        className="mx-auto w-full max-w-80 rounded-card"
      />
      <h1 className="mt-6 text-3xl">The server does not answer</h1>
      <p className="mt-3 text-balance text-ink-soft">We keep trying. Your page opens as soon as it does.</p>
    </div>
  );
}
