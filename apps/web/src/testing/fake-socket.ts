import type { ChatSocketListeners } from '../realtime/chat-socket.ts';

/** Stands in for the socket at its edge: what the app connected as, and the listeners to speak to it through. */
export const fakeSocket: { userId: string | null; listeners: ChatSocketListeners | null } = {
  userId: null,
  listeners: null,
};

export function connectChatSocket(userId: string, listeners: ChatSocketListeners): void {
  Object.assign(fakeSocket, { userId, listeners });
}

export function disconnectChatSocket(): void {
  Object.assign(fakeSocket, { userId: null, listeners: null });
}
