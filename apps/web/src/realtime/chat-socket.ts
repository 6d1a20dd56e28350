import {
  type ClientToServerEvents,
  type Message,
  NOT_AUTHENTICATED,
  type ServerToClientEvents,
} from '@safarnama/contracts';
import { io, type Socket } from 'socket.io-client';
import { API_ORIGIN } from '../config/env.ts';

/** What the app does on what the socket tells. */
export interface ChatSocketListeners {
  onOnlineUsers: (userIds: string[]) => void;
  onMessage: (message: Message) => void;
  /** Connected, with the id of the socket; again after each cut. */
  onConnect: (socketId: string) => void;
  onDisconnect: () => void;
  /** The server refuses or has ended the session: who is signed in must be asked anew. */
  onSessionDoubt: () => void;
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
const REFUSED_RETRY_MS = 5_000;

let current: { socket: ChatSocket; retry: ReturnType<typeof setTimeout> | undefined } | null = null;

/**
 * Connects as the signed-in person, replacing any earlier socket. Identity is the session cookie; `userId` goes
 * along as the specification has it and is checked by the server.
 */
export function connectChatSocket(userId: string, listeners: ChatSocketListeners): void {
  disconnectChatSocket();
  const socket: ChatSocket = io(API_ORIGIN === '' ? window.location.origin : API_ORIGIN, {
    path: '/socket.io',
    query: { userId },
    withCredentials: true,
    // One connection instead of a poll and an upgrade; polling remains where websockets are blocked.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    // A manager shared with the replaced socket would keep the replaced session's cookie.
    forceNew: true,
    ...RECONNECTION,
  });
  const connection = { socket, retry: undefined as ReturnType<typeof setTimeout> | undefined };
  current = connection;
  const retryLater = () => {
    clearTimeout(connection.retry);
    connection.retry = setTimeout(() => socket.connect(), REFUSED_RETRY_MS);
  };

  socket.on('getOnlineUsers', listeners.onOnlineUsers);
  socket.on('newMessage', listeners.onMessage);
  socket.on('connect', () => listeners.onConnect(socket.id ?? ''));
  socket.on('disconnect', (reason) => {
    listeners.onDisconnect();
    if (reason === 'io server disconnect') {
      listeners.onSessionDoubt();
      retryLater();
    }
  });
  socket.on('connect_error', (error) => {
    if (error.message === NOT_AUTHENTICATED) listeners.onSessionDoubt();
    if (!socket.active) retryLater();
  });
}

/** Closes the socket, if there is one, and hears nothing of it any more. */
export function disconnectChatSocket(): void {
  if (!current) return;
  clearTimeout(current.retry);
  current.socket.removeAllListeners();
  current.socket.disconnect();
  current = null;
}
