import {
  type ClientToServerEvents,
  NOT_AUTHENTICATED,
  type ServerToClientEvents,
} from '@safarnama/contracts';
import { io, type Socket } from 'socket.io-client';
import { API_ORIGIN } from '../config/env.ts';

/** Handlers for the state of the connection. */
export interface ConnectionListeners {
  /** Connected or reconnected, with the id of the socket. */
  onConnect: (socketId: string) => void;
  onDisconnect: () => void;
  /** The server rejected or closed the connection: the session must be checked. */
  onSessionRejected: () => void;
}

type ChatSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/**
 * From the specification: first attempt after 1 s, then up to 5 s, randomised by half, without a maximum number of
 * attempts.
 */
const RECONNECTION = {
  reconnection: true,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
  reconnectionAttempts: Number.POSITIVE_INFINITY,
  timeout: 20_000,
} as const;

/**
 * Socket.IO does not reconnect after a rejection or a disconnect by the server, so this module does, after this time.
 */
const REJECTED_RETRY_MS = 5_000;

/** The server pings every 12 s and may be 10 s late; after a longer silence, the connection is considered dead. */
const MAX_SILENCE_MS = 22_000;
/** When the page wakes up, a connection attempt is not interrupted before it has lasted this long. */
const MIN_ATTEMPT_MS = 3_000;

const ACKNOWLEDGEMENT_TIMEOUT_MS = 10_000;

interface Connection {
  socket: ChatSocket;
  retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** From `Date.now()`, which advances while the machine sleeps. */
  lastActivityAt: number;
  lastAttemptAt: number;
}

let current: Connection | null = null;

/**
 * Connects as the signed-in user and replaces any earlier socket. The session cookie identifies the user; the
 * specification sends `userId` as well, and the server compares the two.
 */
export function connectChatSocket(
  userId: string,
  events: ServerToClientEvents,
  { onConnect, onDisconnect, onSessionRejected }: ConnectionListeners,
): void {
  disconnectChatSocket();
  const socket: ChatSocket = io(API_ORIGIN === '' ? window.location.origin : API_ORIGIN, {
    path: '/socket.io',
    query: { userId },
    auth: { presence: 'delta' },
    withCredentials: true,
    // Saves the polling request and the upgrade; polling is the fallback where WebSockets are blocked.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    // A manager shared with the replaced socket would still use the cookie of its session.
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

  for (const [event, listener] of Object.entries(events)) {
    // `events` has no other keys: its type lists the events.
    socket.on(event as keyof ServerToClientEvents, listener);
  }
  socket.on('connect', () => onConnect(socket.id ?? ''));
  socket.on('disconnect', (reason) => {
    onDisconnect();
    if (reason === 'io server disconnect') {
      onSessionRejected();
      scheduleRetry();
    }
  });
  socket.on('connect_error', (error) => {
    if (error.message === NOT_AUTHENTICATED) onSessionRejected();
    if (!socket.active) scheduleRetry();
  });
}

/** Notifies a user that the signed-in user is typing; dropped while disconnected. */
export function sendTyping(toUserId: string): void {
  current?.socket.volatile.emit('typing', { toUserId });
}

/**
 * Starts to receive the changes of a story's comments on this connection.
 *
 * @returns null while disconnected; otherwise resolves to whether the server has accepted the request.
 */
export function watchPost(postId: string): Promise<boolean> | null {
  if (!current?.socket.connected) return null;
  return current.socket
    .timeout(ACKNOWLEDGEMENT_TIMEOUT_MS)
    .emitWithAck('watchPost', { postId })
    .then(({ ok }) => ok)
    .catch(() => false);
}

/** Stops receiving the changes that `watchPost` has requested; dropped while disconnected. */
export function unwatchPost(postId: string): void {
  current?.socket.volatile.emit('unwatchPost', { postId });
}

/**
 * Call when the page wakes up or the network returns. Replaces a connection that has died unnoticed, and starts a
 * pending reconnect immediately.
 *
 * @param isNetworkRestored - the browser was offline, so even a recently active connection or attempt is replaced: the
 *   client closes an attempt when the browser goes offline, but tries again only after the timeout.
 */
export function checkChatSocket(isNetworkRestored: boolean): void {
  if (!current) return;
  const { socket, lastActivityAt, lastAttemptAt, retryTimer } = current;
  const now = Date.now();
  const isAlive = now - lastActivityAt < MAX_SILENCE_MS;
  const isAttempting = now - lastAttemptAt < MIN_ATTEMPT_MS;
  if (!isNetworkRestored && (socket.connected ? isAlive : isAttempting)) return;
  clearTimeout(retryTimer);
  current.lastAttemptAt = now;
  socket.disconnect().connect();
}

/** Closes the socket, if there is one, and removes all listeners. */
export function disconnectChatSocket(): void {
  if (!current) return;
  clearTimeout(current.retryTimer);
  current.socket.removeAllListeners();
  current.socket.io.removeAllListeners();
  current.socket.disconnect();
  current = null;
}
