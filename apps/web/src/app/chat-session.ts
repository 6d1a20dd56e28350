import type { SessionStarted } from '@safarnama/contracts';
import * as authApi from '../api/auth.api.ts';
import { readLastKnownSignIn, saveLastKnownSignIn } from '../features/profile/last-known-sign-in.ts';
import {
  checkChatSocket,
  connectChatSocket,
  disconnectChatSocket,
  sendTyping,
} from '../realtime/chat-socket.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { useChatStore } from '../stores/chat/chat.store.ts';
import { useSessionStore } from '../stores/session.store.ts';

/** Of sign-ins while one was away; the list has all. */
const MAX_MISSED_SHOWN = 3;
/** The signs of one waking come within this time. */
const WAKE_THROTTLE_MS = 1_000;

/**
 * Connects the chat of the signed-in person, on whatever page they are: what comes in is counted, what waits is sent.
 *
 * @returns ends it; what one person has loaded is not the next one's.
 */
export function startChat(userId: string): () => void {
  const { checkAuth, setOnlineUsers, changeOnlineUsers } = useAuthStore.getState();
  const chat = useChatStore.getState();
  let isFirstList = true;
  chat.start(userId, sendTyping);
  connectChatSocket(userId, {
    onOnlineUsers(userIds) {
      setOnlineUsers(userIds);
      // A second whole list: the server itself was cut off from others, and what they told it is missing here too.
      if (!isFirstList) chat.catchUp();
      isFirstList = false;
    },
    onPresence: changeOnlineUsers,
    onMessage: chat.receiveMessage,
    onReceipt: chat.applyReceipt,
    onMessageChanged: chat.applyChange,
    onMessageRemoved: chat.applyRemoval,
    onBlock: chat.applyBlock,
    onTyping: chat.applyTyping,
    onSessionStarted(session) {
      refreshSessions();
      void notifySession(userId, session);
    },
    onSessionEnded: refreshSessions,
    onConnect(socketId) {
      isFirstList = true;
      chat.setConnection(socketId);
      // What was told meanwhile is missing here.
      refreshSessions();
      void notifyMissedSessions(userId);
    },
    onDisconnect() {
      chat.setConnection(null);
      // Who is online is not known any more.
      setOnlineUsers([]);
    },
    onSessionRejected: () => void checkAuth(),
  });
  const stopWatching = watchWakeUps();
  return () => {
    stopWatching();
    disconnectChatSocket();
    chat.reset();
  };
}

/** Only where the list is looked at. */
function refreshSessions(): void {
  void useSessionStore.getState().refresh();
}

/** On whatever page one is. Without its script the list of sessions tells later: it marks what is new. */
async function notifySession(userId: string, session: SessionStarted): Promise<void> {
  const script = await import('../features/profile/notify-session.tsx').catch(() => null);
  if (script === null || useAuthStore.getState().user?._id !== userId) return;
  script.notifySession(session);
  saveLastKnownSignIn('told', userId, session.createdAt);
}

/** Of sign-ins that this device has not heard of, because it was closed or without a line. */
async function notifyMissedSessions(userId: string): Promise<void> {
  const notifiedUntil = readLastKnownSignIn('told', userId);
  if (notifiedUntil === null) {
    // For the first time here: what was before is in the list.
    saveLastKnownSignIn('told', userId, new Date().toISOString());
    return;
  }
  const sessions = await authApi.listSessions().catch(() => []);
  const missed = sessions.filter(({ current, createdAt }) => !current && createdAt > notifiedUntil);
  for (const { _id: sessionId, userAgent, createdAt } of missed.slice(0, MAX_MISSED_SHOWN).reverse()) {
    await notifySession(userId, { sessionId, userAgent, createdAt });
  }
}

/** While a page sleeps its timers do, too: a connection that died meanwhile is found out when it wakes. */
function watchWakeUps(): () => void {
  let checkedAt = Number.NEGATIVE_INFINITY;
  const check = (isNetworkRestored: boolean) => {
    const now = performance.now();
    if (!isNetworkRestored && now - checkedAt < WAKE_THROTTLE_MS) return;
    checkedAt = now;
    // A connection that is made anew catches up by itself.
    checkChatSocket(isNetworkRestored);
    useChatStore.getState().flushPending();
  };
  const handleVisible = () => {
    if (document.visibilityState === 'visible') check(false);
  };
  const handleFocus = () => check(false);
  const handleOnline = () => check(true);
  document.addEventListener('visibilitychange', handleVisible);
  window.addEventListener('focus', handleFocus);
  window.addEventListener('online', handleOnline);
  return () => {
    document.removeEventListener('visibilitychange', handleVisible);
    window.removeEventListener('focus', handleFocus);
    window.removeEventListener('online', handleOnline);
  };
}
