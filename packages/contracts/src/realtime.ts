import * as z from 'zod/mini';
import type { Message } from './message.js';
import { objectIdSchema } from './primitives.js';

/** A new session of the receiver that has just signed in on another device. */
export interface SessionStarted {
  sessionId: string;
  userAgent: string;
  createdAt: string;
}

/** How far one user has received or read the messages of another: `messagesDelivered`, `messagesRead`. */
export interface ReceiptUpdate {
  byUserId: string;
  /** Sender of the messages; names the conversation for the other sockets of `byUserId`. */
  ofUserId: string;
  /** Id of the last message that is delivered or read. */
  upTo: string;
  /** Messages that `byUserId` has not read yet; sent to their own sockets only. */
  unreadCount?: number;
}

/** A stored message was deleted for both users, or its reactions changed. */
export interface MessageChanged {
  message: Message;
  /** One more than the last known number: nothing was missed. Higher: fetch the changes since. */
  changeNumber: number;
}

/** The receiver deleted a message for themselves, on this or another device. */
export interface MessageRemoved {
  messageId: string;
  /** The other user of the conversation. */
  withUserId: string;
  changeNumber: number;
}

/** Users who came online or went offline since the previous update. */
export interface PresenceDelta {
  online: string[];
  offline: string[];
}

export interface ServerToClientEvents {
  /** Ids of all online users, including the receiver. On connect, then on change. */
  getOnlineUsers: (userIds: string[]) => void;
  /** A stored message: to all sockets of its receiver and to the sender's other sockets. */
  newMessage: (message: Message) => void;
  /** A session has signed in: to the user's other sessions. */
  sessionStarted: (session: SessionStarted) => void;
  /** A session has ended: to the user's other sessions. */
  sessionEnded: (session: { sessionId: string }) => void;
  /** Receipts: to the sender of the messages and to all sockets of the user who received or read them. */
  messagesDelivered: (receipt: ReceiptUpdate) => void;
  messagesRead: (receipt: ReceiptUpdate) => void;
  /** To all sockets of both users. */
  messageChanged: (change: MessageChanged) => void;
  /** To all sockets of the user who deleted the message. */
  messageRemoved: (removal: MessageRemoved) => void;
  /** The user has blocked or unblocked another user: to all sockets of the user. */
  blockChanged: (block: { userId: string; isBlocked: boolean }) => void;
  /**
   * Whether the user and another one can message each other has changed: to all sockets of the user. Not sent while the
   * user blocks the other one, because it would reveal that the other one blocks the user too.
   */
  canMessageChanged: (change: { userId: string; canMessage: boolean }) => void;
  /** Another user is typing to the receiver; clients hide it after `TYPING_TTL_MS`. */
  typing: (typing: { fromUserId: string }) => void;
  /** Replaces later `getOnlineUsers` for clients that connect with `auth: { presence: 'delta' }`. */
  presenceDelta: (delta: PresenceDelta) => void;
}

/** Everything else goes over HTTP. */
export interface ClientToServerEvents {
  typing: (typing: { toUserId: string }) => void;
}

/** Payload of `typing`. */
export const typingInputSchema = z.object({ toUserId: objectIdSchema });

/** `auth` of the handshake; other members are ignored. */
export const handshakeAuthSchema = z.object({ presence: z.exactOptional(z.literal('delta')) });

/** Query of the handshake. `userId` is compared with the session, never used as identity. */
export const handshakeQuerySchema = z.object({ userId: z.exactOptional(z.string()) });
