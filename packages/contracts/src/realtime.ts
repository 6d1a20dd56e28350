import * as z from 'zod/mini';
import type { Message } from './message.js';
import { objectIdSchema } from './primitives.js';

/** A session of one's own that has just signed in elsewhere. */
export interface SessionStarted {
  sessionId: string;
  userAgent: string;
  createdAt: string;
}

/** How far somebody is with the messages of another: `messagesDelivered`, `messagesRead`. */
export interface ReceiptUpdate {
  byUserId: string;
  /** Whose messages: names the conversation for the further sockets of `byUserId`. */
  ofUserId: string;
  /** The last of these messages that has arrived, that is read. */
  upTo: string;
  /** What `byUserId` has not read yet; only to their own sockets. */
  unreadCount?: number;
}

/** A message that is stored was changed: deleted for both, or a reaction. */
export interface MessageChanged {
  message: Message;
  /** One after the last one known: nothing was missed. More: ask for the changes since. */
  changeNumber: number;
}

/** One deleted a message for oneself, on another device or here. */
export interface MessageRemoved {
  messageId: string;
  /** The other person of the conversation. */
  withUserId: string;
  changeNumber: number;
}

/** Who came and who went since the last word. */
export interface PresenceDelta {
  online: string[];
  offline: string[];
}

export interface ServerToClientEvents {
  /** Ids of all people with at least one open socket, the receiver's own included. On connect, then on change. */
  getOnlineUsers: (userIds: string[]) => void;
  /** A stored message, to every socket of its receiver and to the sender's other sockets. */
  newMessage: (message: Message) => void;
  /** To one's other sessions when a new one signs in. */
  sessionStarted: (session: SessionStarted) => void;
  /** To one's other sessions when one has ended: signed out, here or from elsewhere. */
  sessionEnded: (session: { sessionId: string }) => void;
  /** To the writer of the messages, and to all sockets of who has got or read them. */
  messagesDelivered: (receipt: ReceiptUpdate) => void;
  messagesRead: (receipt: ReceiptUpdate) => void;
  /** To all sockets of both people. */
  messageChanged: (change: MessageChanged) => void;
  /** To all sockets of who deleted it. */
  messageRemoved: (removal: MessageRemoved) => void;
  /** To all one's own sockets: one has blocked or unblocked somebody. */
  blockChanged: (block: { userId: string; isBlocked: boolean }) => void;
  /** Somebody writes to the receiver right now; forgotten after `TYPING_TTL_MS`. */
  typing: (typing: { fromUserId: string }) => void;
  /** Instead of later `getOnlineUsers`, to a client that connects with `auth: { presence: 'delta' }`. */
  presenceDelta: (delta: PresenceDelta) => void;
}

/** Everything else goes over HTTP. */
export interface ClientToServerEvents {
  typing: (typing: { toUserId: string }) => void;
}

/** The payload of `typing`. */
export const typingInputSchema = z.object({ toUserId: objectIdSchema });

/** `auth` of the handshake; anything else in it is ignored. */
export const handshakeAuthSchema = z.object({ presence: z.exactOptional(z.literal('delta')) });

/** The query of the handshake. `userId` is checked against the session, never used as identity. */
export const handshakeQuerySchema = z.object({ userId: z.exactOptional(z.string()) });
