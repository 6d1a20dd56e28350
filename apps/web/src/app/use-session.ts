import { useEffect } from 'react';
import { paths } from '../config/paths.ts';
import { onUnauthorized, setUserIdProvider } from '../lib/api-client.ts';
import { createRetry } from '../lib/backoff.ts';
import { setTitleCount } from '../lib/page-title.ts';
import { runWhenIdle } from '../lib/run-when-idle.ts';
import { dropSessionData } from '../lib/session-end.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { useUnreadStore } from '../stores/unread.store.ts';

/** The realtime session starts after this time even if the browser is never idle. */
const MAX_REALTIME_DELAY_MS = 3_000;

/**
 * Connects modules that do not import each other: the first check of the session, the handling of a 401, the realtime
 * session of the signed-in user and the removal of their data at the end.
 */
export function useSession(): void {
  const userId = useAuthStore((state) => state.user?._id ?? null);
  const isRejected = useAuthStore((state) => state.isRejected);

  useEffect(() => {
    const { checkAuth, isChecked } = useAuthStore.getState();
    // A single 401 may belong to a request from before a new sign-in, so the session is checked.
    onUnauthorized(() => void checkAuth());
    setUserIdProvider(() => useAuthStore.getState().user?._id ?? null);
    // `start` may have checked the session already.
    if (!isChecked) void checkAuth();
    // Must run before the page of the next user is rendered, so not in the cleanup of an effect.
    const stop = useAuthStore.subscribe(({ user }, { user: previous }) => {
      if (previous !== null && previous._id !== user?._id) dropSessionData(previous._id);
    });
    return () => {
      stop();
      onUnauthorized(() => undefined);
      setUserIdProvider(() => null);
    };
  }, []);

  useEffect(() => {
    const stop = useUnreadStore.subscribe(({ unreadTotal }) => setTitleCount(unreadTotal));
    return () => {
      stop();
      setTitleCount(0);
    };
  }, []);

  // From the specification: the app logs out when the session check is rejected.
  useEffect(() => {
    if (isRejected) void useAuthStore.getState().logout();
  }, [isRejected]);

  useEffect(() => {
    if (userId === null) return;
    const stopRealtime = startRealtimeWhenIdle(userId);
    return () => {
      stopRealtime();
      useAuthStore.getState().setOnlineUsers([]);
    };
  }, [userId]);
}

/**
 * Loads the script of the realtime session after the requests of the page itself, and starts the session. No message is
 * lost, because the session fetches messages that arrived earlier.
 *
 * @returns a function that ends the session, or cancels its start.
 */
function startRealtimeWhenIdle(userId: string): () => void {
  let isCancelled = false;
  let stop: () => void = () => undefined;
  let cancelIdle: () => void = () => undefined;
  const retry = createRetry(load);
  async function load(): Promise<void> {
    const script = await import('./realtime-session.ts').catch(() => null);
    if (isCancelled) return;
    if (script !== null) {
      stop = script.startRealtimeSession(userId);
      return;
    }
    // Everything else works without the session, so loading its script is retried in the background.
    retry.later();
  }
  // On the chat page, messages must arrive without delay.
  if (window.location.pathname.startsWith(paths.chat)) void load();
  else cancelIdle = runWhenIdle(() => void load(), MAX_REALTIME_DELAY_MS);
  return () => {
    isCancelled = true;
    cancelIdle();
    retry.cancel();
    stop();
  };
}
