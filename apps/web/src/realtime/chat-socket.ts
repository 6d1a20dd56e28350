import {
  type ClientToServerEvents,
  type Message,
  type MessageChanged,
  type MessageRemoved,
  NOT_AUTHENTICATED,
  type PresenceDelta,
  type ReceiptUpdate,
  type ServerToClientEvents,
  type SessionStarted,
} from '@safarnama/contracts';
import { io, type Socket } from 'socket.io-client';
import { API_ORIGIN } from '../config/env.ts';

/** What the app does on what the socket tells. */
export interface ChatSocketListeners {
  /** Everybody online: on connect, and whenever the server cannot say what has changed. */
  onOnlineUsers: (userIds: string[]) => void;
  onPresence: (delta: PresenceDelta) => void;
  onMessage: (message: Message) => void;
  onReceipt: (kind: 'delivered' | 'read', receipt: ReceiptUpdate) => void;
  onMessageChanged: (change: MessageChanged) => void;
  onMessageRemoved: (removal: MessageRemoved) => void;
  onBlock: (userId: string, isBlocked: boolean) => void;
  onTyping: (userId: string) => void;
  /** Another device has signed in as the same person. */
  onSessionStarted: (session: SessionStarted) => void;
  /** Another session of the same person has ended. */
  onSessionEnded: () => void;
  /** Connected, with the id of the socket; again after each cut. */
  onConnect: (socketId: string) => void;
  onDisconnect: () => void;
  /** The server refuses or has ended the session: who is signed in must be asked anew. */
  onSessionRejected: () => void;
}

type ChatSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** Of the specification: first try after 1 s, up to 5 s, spread by half, for ever. */
const RECONNECTION = {
  reconnection: true,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
  reconnectionAttempts: Number.POSITIVE_INFINITY,
  timeout: 20_000,
} as const;

/** Socket.IO does not try again by itself after a refusal or a disconnect by the server; we do, slower. */
const REJECTED_RETRY_MS = 5_000;

/** The server's ping comes every 12 s and may be 10 s late: after that nobody is there any more. */
const MAX_SILENCE_MS = 22_000;
/** A try that has just begun is left to its end. */
const MIN_ATTEMPT_MS = 3_000;

interface Connection {
  socket: ChatSocket;
  retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** `Date.now()`, which goes on while the machine sleeps. */
  lastActivityAt: number;
  lastAttemptAt: number;
}

let current: Connection | null = null;

/**
 * Connects as the signed-in person, replacing any earlier socket. Identity is the session cookie; `userId` goes
 * along as the specification has it and is checked by the server.
 */
export function connectChatSocket(userId: string, listeners: ChatSocketListeners): void {
  disconnectChatSocket();
  const socket: ChatSocket = io(API_ORIGIN === '' ? window.location.origin : API_ORIGIN, {
    path: '/socket.io',
    query: { userId },
    auth: { presence: 'delta' },
    withCredentials: true,
    // One connection instead of a poll and an upgrade; polling remains where websockets are blocked.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    // A manager shared with the replaced socket would keep the replaced session's cookie.
    forceNew: true,
    ...RECONNECTION,
  });
  const connection: Connection = {
    socket,
    retryTimer: undefined,
    lastActivityAt: 0,
    lastAttemptAt: Date.now(),
  };
  current = connection;
  const recordActivity = () => {
    connection.lastActivityAt = Date.now();
  };
  socket.io.on('open', recordActivity);
  socket.io.on('ping', recordActivity);
  socket.io.on('reconnect_attempt', () => {
    connection.lastAttemptAt = Date.now();
  });
  const scheduleRetry = () => {
    clearTimeout(connection.retryTimer);
    connection.retryTimer = setTimeout(() => socket.connect(), REJECTED_RETRY_MS);
  };

  socket.on('getOnlineUsers', listeners.onOnlineUsers);
  socket.on('presenceDelta', listeners.onPresence);
  socket.on('newMessage', listeners.onMessage);
  socket.on('messagesDelivered', (receipt) => listeners.onReceipt('delivered', receipt));
  socket.on('messagesRead', (receipt) => listeners.onReceipt('read', receipt));
  socket.on('messageChanged', listeners.onMessageChanged);
  socket.on('messageRemoved', listeners.onMessageRemoved);
  socket.on('blockChanged', (block) => listeners.onBlock(block.userId, block.isBlocked));
  socket.on('typing', ({ fromUserId }) => listeners.onTyping(fromUserId));
  socket.on('sessionStarted', listeners.onSessionStarted);
  socket.on('sessionEnded', listeners.onSessionEnded);
  socket.on('connect', () => listeners.onConnect(socket.id ?? ''));
  socket.on('disconnect', (reason) => {
    listeners.onDisconnect();
    if (reason === 'io server disconnect') {
      listeners.onSessionRejected();
      scheduleRetry();
    }
  });
  socket.on('connect_error', (error) => {
    if (error.message === NOT_AUTHENTICATED) listeners.onSessionRejected();
    if (!socket.active) scheduleRetry();
  });
}

/** Tells somebody that one is writing to them; dropped while there is no connection. */
export function sendTyping(toUserId: string): void {
  current?.socket.volatile.emit('typing', { toUserId });
}

/**
 * The page has woken up, or the line is said to be back: a connection that has died unnoticed is replaced, and one
 * that waits for its next try is tried now.
 *
 * @param isNetworkRestored - the browser was offline: what was open before is not to be trusted.
 */
export function checkChatSocket(isNetworkRestored: boolean): void {
  if (!current) return;
  const { socket, lastActivityAt, lastAttemptAt, retryTimer } = current;
  const now = Date.now();
  if (
    socket.connected
      ? !isNetworkRestored && now - lastActivityAt < MAX_SILENCE_MS
      : now - lastAttemptAt < MIN_ATTEMPT_MS
  )
    return;
  clearTimeout(retryTimer);
  current.lastAttemptAt = now;
  socket.disconnect().connect();
}

/** Closes the socket, if there is one, and hears nothing of it any more. */
export function disconnectChatSocket(): void {
  if (!current) return;
  clearTimeout(current.retryTimer);
  current.socket.removeAllListeners();
  current.socket.io.removeAllListeners();
  current.socket.disconnect();
  current = null;
}
