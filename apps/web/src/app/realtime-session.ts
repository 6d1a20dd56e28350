import type { ServerToClientEvents, SessionStarted } from '@safarnama/contracts';
import * as accountApi from '../api/account.api.ts';
import * as notificationApi from '../api/notification.api.ts';
import { readLastKnownSignIn, saveLastKnownSignIn } from '../features/profile/last-known-sign-in.ts';
import { createRetry } from '../lib/backoff.ts';
import { watchLogouts } from '../lib/logout-channel.ts';
import { createStaleGuard } from '../lib/stale-guard.ts';
import { createThrottle } from '../lib/throttle.ts';
import {
  checkChatSocket,
  connectChatSocket,
  disconnectChatSocket,
  sendTyping,
  unwatchPost,
  watchPost,
} from '../realtime/chat-socket.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import { type ChatStore, useChatStore } from '../stores/chat/chat.store.ts';
import { useFollowStore } from '../stores/follow.store.ts';
import { useNotificationCountStore } from '../stores/notification-count.store.ts';
import { useSessionStore } from '../stores/session.store.ts';
import { useSignInNoticeStore } from '../stores/sign-in-notice.store.ts';
import { getUserId, isSignedIn } from '../stores/track-user.ts';
import { applyCommentChange, resumeWatching, setWatchTransport } from '../stores/watched-posts.ts';

/** Maximum number of missed sign-ins to show notices for; the list of sessions shows all of them. */
const MAX_MISSED_SHOWN = 3;
/** A wake-up fires several events; the events within this time cause a single check. */
const WAKE_THROTTLE_MS = 1_000;

/** Invalidated when a count arrives with an event, when the socket disconnects, and at the end of the session. */
const notificationCounts = createStaleGuard();
const countThrottle = createThrottle(() => void countNotifications());
const countRetry = createRetry(countThrottle.request);

// Stays open after the realtime session, which the server may end by closing the socket before the logout is reported.
watchLogouts((userId) => void handleLogout(userId));

/** Ends the session that a tab of this browser has logged out of, without the notice of an end on another device. */
async function handleLogout(userId: string): Promise<void> {
  if (isSignedIn(userId)) await useAuthStore.getState().checkAuth();
  if (getUserId() === undefined) useAuthStore.setState({ endReason: null });
}

/**
 * Starts the realtime session of the signed-in user, whatever page is open: connects the socket, passes its events to
 * the stores and sends pending messages.
 *
 * @returns a function that ends the session and clears the data that it has put into the stores.
 */
export function startRealtimeSession(userId: string): () => void {
  const { checkAuth, setOnlineUsers, changeOnlineUsers } = useAuthStore.getState();
  const chat = useChatStore.getState();
  const { endFollow } = useFollowStore.getState();
  let isFirstList = true;
  let wasConnected = false;
  /** Fetches data announced by missed events, except messages. */
  function fetchMissedUpdates(): void {
    resumeWatching();
    // On the first connection, the list of notifications has just been loaded.
    if (wasConnected) useNotificationCountStore.getState().addArrival();
    wasConnected = true;
    refreshSessions();
    void notifyMissedSessions(userId);
    countThrottle.request();
  }
  chat.start(userId, sendTyping);
  setWatchTransport({ watch: watchPost, unwatch: unwatchPost });
  const events: ServerToClientEvents = {
    getOnlineUsers(userIds) {
      setOnlineUsers(userIds);
      // A second full list means that the server process lost contact with the other processes and also missed events.
      if (!isFirstList) {
        chat.catchUp();
        fetchMissedUpdates();
      }
      isFirstList = false;
    },
    presenceDelta: changeOnlineUsers,
    newMessage: chat.receiveMessage,
    messagesDelivered: (receipt) => chat.applyReceipt('delivered', receipt),
    messagesRead: (receipt) => chat.applyReceipt('read', receipt),
    messageChanged: chat.applyChange,
    messageRemoved: chat.applyRemoval,
    blockChanged({ userId: blockedId, isBlocked }) {
      chat.applyBlock(blockedId, isBlocked);
      if (isBlocked) endFollow(blockedId);
      // A block hides the notifications about each other.
      refreshNotifications();
    },
    canMessageChanged({ userId: otherId, canMessage }) {
      chat.applyCanMessage(otherId, canMessage);
      if (!canMessage) endFollow(otherId);
      refreshNotifications();
    },
    typing: ({ fromUserId }) => chat.applyTyping(fromUserId),
    sharedPostChanged: chat.applySharedPost,
    postComment: applyCommentChange,
    notification: refreshNotifications,
    notificationsRead({ unreadCount }) {
      notificationCounts.invalidate();
      countRetry.cancel();
      useNotificationCountStore.getState().setUnreadCount(unreadCount);
    },
    sessionStarted(session) {
      refreshSessions();
      void notifySession(userId, session);
    },
    sessionEnded: refreshSessions,
  };
  connectChatSocket(userId, events, {
    onConnect(socketId) {
      isFirstList = true;
      chat.setConnection(socketId);
      // Events were missed while disconnected.
      fetchMissedUpdates();
    },
    onDisconnect() {
      chat.setConnection(null);
      // The next connection counts them again.
      stopCounting();
      // Without the socket, the presence of other users is unknown.
      setOnlineUsers([]);
    },
    onSessionRejected: () => void checkAuth(),
  });
  const cleanups = [watchWakeUps(), watchRejections(userId), watchBlocks()];
  return () => {
    for (const cleanup of cleanups) cleanup();
    setWatchTransport(null);
    disconnectChatSocket();
    chat.reset();
    useSignInNoticeStore.getState().clear();
    stopCounting();
    useNotificationCountStore.getState().setUnreadCount(0);
  };
}

/** Reloads the list of sessions if it is loaded. */
function refreshSessions(): void {
  void useSessionStore.getState().refresh();
}

/** Reloads the list of notifications if it is open, and counts the unread ones again. */
function refreshNotifications(): void {
  useNotificationCountStore.getState().addArrival();
  countThrottle.request();
}

/** Counts the unread notifications, and again later after a failure. */
async function countNotifications(): Promise<void> {
  countRetry.cancel();
  const isStale = notificationCounts.supersede();
  const count = await notificationApi.countUnread().catch(() => null);
  if (isStale()) return;
  if (count === null) {
    countRetry.later();
    return;
  }
  countRetry.reset();
  useNotificationCountStore.getState().setUnreadCount(count);
}

/** Ignores a running count, and drops a pending one. */
function stopCounting(): void {
  notificationCounts.invalidate();
  countRetry.reset();
  countThrottle.reset();
}

/**
 * Shows a notice of a sign-in. If the script cannot be loaded, the list of sessions still highlights the sign-in as
 * new.
 */
async function notifySession(userId: string, session: SessionStarted): Promise<void> {
  const script = await import('../features/profile/notify-session.ts').catch(() => null);
  if (script === null || !isSignedIn(userId)) return;
  script.notifySession(session);
  saveLastKnownSignIn('notice', userId, session.createdAt);
}

/** Shows notices of sign-ins that happened while the app was closed or offline on this device. */
async function notifyMissedSessions(userId: string): Promise<void> {
  const notifiedUntil = readLastKnownSignIn('notice', userId);
  const sessions = await accountApi.listSessions().catch(() => []);
  if (notifiedUntil === null) {
    // First use on this device: no notices of earlier sign-ins; the list of sessions shows them. The clock of the device
    // may be fast, so only times of the server are saved.
    for (const { createdAt } of sessions) saveLastKnownSignIn('notice', userId, createdAt);
    return;
  }
  const missed = sessions.filter(({ current, createdAt }) => !current && createdAt > notifiedUntil);
  for (const { _id: sessionId, userAgent, createdAt } of missed.slice(0, MAX_MISSED_SHOWN).reverse()) {
    await notifySession(userId, { sessionId, userAgent, createdAt });
  }
}

/** Reports messages that the server has rejected, on whatever page is open at the time. */
function watchRejections(userId: string): () => void {
  const report = async ({ rejection, dismissRejection }: ChatStore) => {
    if (rejection === null) return;
    dismissRejection();
    const script = await import('../features/chat/report-rejection.tsx').catch(() => null);
    if (script === null) {
      const toasts = await import('../components/toast.ts').catch(() => null);
      if (isSignedIn(userId)) toasts?.toast.error(rejection.message, { id: rejection.clientMessageId });
    } else if (isSignedIn(userId)) await script.reportRejection(rejection);
  };
  void report(useChatStore.getState());
  return useChatStore.subscribe((state) => void report(state));
}

/** Ends follows because of blocks that are reported by a response, while the events do not arrive. */
function watchBlocks(): () => void {
  const findBlocked = ({ selectedUser, isBlocked, canMessage }: ChatStore) =>
    isBlocked || !canMessage ? selectedUser?._id : undefined;
  return useChatStore.subscribe((state, before) => {
    const userId = findBlocked(state);
    if (userId !== undefined && userId !== findBlocked(before)) useFollowStore.getState().endFollow(userId);
  });
}

/** Checks the connection when the page wakes up, because timers stop while it is suspended. */
function watchWakeUps(): () => void {
  let checkedAt = Number.NEGATIVE_INFINITY;
  const check = (isNetworkRestored: boolean) => {
    const now = performance.now();
    if (!isNetworkRestored && now - checkedAt < WAKE_THROTTLE_MS) return;
    checkedAt = now;
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
