import { DEFAULT_MESSAGES } from '@safarnama/contracts';
import { useEffect } from 'react';
import { paths } from '../config/paths.ts';
import { onUnauthorized, setUserIdProvider } from '../lib/api-client.ts';
import { createBackoff } from '../lib/backoff.ts';
import { setTitleCount } from '../lib/page-title.ts';
import { runWhenIdle } from '../lib/run-when-idle.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { useBlogStore } from '../stores/blog.store.ts';
import { useUnreadStore } from '../stores/unread.store.ts';

/** A page that is never idle lets the chat begin after so long. */
const MAX_CHAT_DELAY_MS = 3_000;

/**
 * Joins the parts that know nothing of each other: the first check-auth, what a 401 does, the socket of whoever is
 * signed in, and the end of a session.
 */
export function useSession(): void {
  const userId = useAuthStore((state) => state.user?._id ?? null);
  const error = useAuthStore((state) => state.error);

  useEffect(() => {
    const { checkAuth, isChecked } = useAuthStore.getState();
    // A single 401 may be an old call's that ended after a new sign-in: the server is asked who is signed in now.
    onUnauthorized(() => void checkAuth());
    setUserIdProvider(() => useAuthStore.getState().user?._id ?? null);
    // `start` may have had the answer already.
    if (!isChecked) void checkAuth();
    return () => {
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

  // As specified: the app logs out by itself on the error of a refused check-auth.
  useEffect(() => {
    const { user, logout } = useAuthStore.getState();
    if (error === DEFAULT_MESSAGES.checkAuth && user === null) void logout();
  }, [error]);

  useEffect(() => {
    if (userId === null) return;
    const stopChat = startChatWhenIdle(userId);
    return () => {
      stopChat();
      // What one person has loaded is not the next one's.
      useBlogStore.getState().reset();
      useAuthStore.getState().setOnlineUsers([]);
    };
  }, [userId]);
}

/**
 * Loads the script of the chat and starts it; gives back what ends it, also while the script is still on its way.
 * What the page itself needs comes first. Nothing is lost by that: the chat asks for what came before it.
 */
function startChatWhenIdle(userId: string): () => void {
  let isCancelled = false;
  let stop: () => void = () => undefined;
  let cancel: () => void = () => undefined;
  const backoff = createBackoff();
  const load = async () => {
    const script = await import('./chat-session.ts').catch(() => null);
    if (isCancelled) return;
    if (script !== null) {
      stop = script.startChat(userId);
      return;
    }
    // Without its script nothing comes in and nothing goes out; everything else goes on meanwhile.
    const timer = setTimeout(() => void load(), backoff.next());
    cancel = () => clearTimeout(timer);
  };
  // In the chat itself what is half written must be there before somebody goes on writing.
  if (window.location.pathname.startsWith(paths.chat)) void load();
  else cancel = runWhenIdle(() => void load(), MAX_CHAT_DELAY_MS);
  return () => {
    isCancelled = true;
    cancel();
    stop();
  };
}
