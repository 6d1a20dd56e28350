import { useEffect } from 'react';
import { FRAME_STRINGS } from '../components/frame-strings.ts';
import { Scene } from '../components/scene.tsx';
import { sceneUrl } from '../components/scenes.ts';
import { useFocusLost } from '../components/use-focus-lost.ts';
import { useIsOnline } from '../components/use-is-online.ts';
import { createRetry } from '../lib/backoff.ts';
import { useAuthStore } from '../stores/auth.store.ts';

const FIRST_RETRY_MS = 2_000;

/**
 * Checks the session again while the server is unreachable: after at most 2 s, 4 s … 30 s, and when the network returns.
 *
 * @returns a function that checks it immediately.
 */
function useAuthRetry(isUnreachable: boolean): () => Promise<void> {
  const checkAuth = useAuthStore((state) => state.checkAuth);
  useEffect(() => {
    if (!isUnreachable) return;
    let isOver = false;
    const retry = createRetry(check, FIRST_RETRY_MS);
    async function check(): Promise<void> {
      retry.cancel();
      await checkAuth();
      if (!isOver) retry.later();
    }
    retry.later();
    window.addEventListener('online', check);
    return () => {
      isOver = true;
      retry.cancel();
      window.removeEventListener('online', check);
    };
  }, [isUnreachable, checkAuth]);
  return checkAuth;
}

/** Banner while the device is offline or the server unreachable. In the meantime, the user stays signed in. */
export function RetryBanner() {
  const isUnreachable = useAuthStore((state) => state.isUnreachable);
  const isOnline = useIsOnline();
  // Called here instead of in the layout, which would re-render the whole page after each check.
  const checkAuth = useAuthRetry(isUnreachable);
  return (
    <div role="status">
      {!isOnline && <p className={BANNER_CLASS}>{FRAME_STRINGS.offlineBanner}</p>}
      {isOnline && isUnreachable && (
        <div className={BANNER_CLASS}>
          <span>{FRAME_STRINGS.unreachableBanner}</span>
          <TryNowButton onClick={() => void checkAuth()} />
        </div>
      )}
    </div>
  );
}

function TryNowButton({ onClick }: { onClick: () => void }) {
  const button = useFocusLost<HTMLButtonElement>();
  return (
    <button ref={button} type="button" className="min-h-6 font-semibold underline" onClick={onClick}>
      {FRAME_STRINGS.tryNow}
    </button>
  );
}

const BANNER_CLASS =
  'connection-banner flex min-h-banner flex-wrap items-center justify-center gap-x-4 bg-marigold px-4 text-center text-on-marigold text-sm';

/** Replaces a page that requires sign-in while the server is unreachable and the session therefore unknown. */
export function Unreachable() {
  return (
    <div className="site my-auto max-w-xl py-10 text-center">
      <Scene url={sceneUrl('monsoon')} />
      <h1 className="mt-6 text-3xl">{FRAME_STRINGS.unreachableTitle}</h1>
      <p className="mt-3 text-balance text-ink-soft">{FRAME_STRINGS.unreachableText}</p>
    </div>
  );
}
