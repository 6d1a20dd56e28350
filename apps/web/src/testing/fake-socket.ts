import type { ChatSocketListeners } from '../realtime/chat-socket.ts';

/** Stands in for the socket at its edge: what the app connected as, and the listeners to speak to it through. */
export const fakeSocket: {
  userId: string | null;
  listeners: ChatSocketListeners | null;
  /** Whom the app has told that one is typing. */
  typingTo: string[];
  /** The checks of the connection: whether the line was new. */
  checks: boolean[];
} = {
  userId: null,
  listeners: null,
  typingTo: [],
  checks: [],
};

export function connectChatSocket(userId: string, listeners: ChatSocketListeners): void {
  Object.assign(fakeSocket, { userId, listeners, typingTo: [], checks: [] });
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
