import type { ServerToClientEvents } from '@safarnama/contracts';
import type { ConnectionListeners } from '../realtime/chat-socket.ts';

/** Replaces the socket: records how the app uses it and exposes the app's listeners. */
export const fakeSocket: {
  userId: string | null;
  listeners: (ServerToClientEvents & ConnectionListeners) | null;
  /** Ids of the users who were notified that the user is typing. */
  typingTo: string[];
  /** The `isNetworkRestored` of each connection check. */
  checks: boolean[];
  /** Stories that the app watches. The server accepts a request to watch while `isConnected`. */
  watchedPosts: string[];
  isConnected: boolean;
} = {
  userId: null,
  listeners: null,
  typingTo: [],
  checks: [],
  watchedPosts: [],
  isConnected: false,
};

export function connectChatSocket(
  userId: string,
  events: ServerToClientEvents,
  connection: ConnectionListeners,
): void {
  Object.assign(fakeSocket, {
    userId,
    listeners: { ...events, ...connection },
    typingTo: [],
    checks: [],
    watchedPosts: [],
    isConnected: false,
  });
}

export function disconnectChatSocket(): void {
  Object.assign(fakeSocket, { userId: null, listeners: null });
}

export function sendTyping(toUserId: string): void {
  fakeSocket.typingTo.push(toUserId);
}

export function checkChatSocket(isNetworkRestored: boolean): void {
  fakeSocket.checks.push(isNetworkRestored);
}

export function watchPost(postId: string): Promise<boolean> | null {
  if (!fakeSocket.isConnected) return null;
  fakeSocket.watchedPosts.push(postId);
  return Promise.resolve(true);
}

export function unwatchPost(postId: string): void {
  fakeSocket.watchedPosts = fakeSocket.watchedPosts.filter((id) => id !== postId);
}
