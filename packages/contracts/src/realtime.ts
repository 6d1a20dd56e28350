import * as z from 'zod/mini';
import type { Message } from './message.js';

/** A session of one's own that has just signed in elsewhere. */
export interface SessionStarted {
  sessionId: string;
  userAgent: string;
  createdAt: string;
}

export interface ServerToClientEvents {
  /** Ids of all people with at least one open socket, the receiver's own included. On connect, then on change. */
  getOnlineUsers: (userIds: string[]) => void;
  /** A stored message, to every socket of its receiver and to the sender's other sockets. */
  newMessage: (message: Message) => void;
  /** To one's other sessions when a new one signs in. */
  sessionStarted: (session: SessionStarted) => void;
}

/** A client sends nothing over the socket yet: everything goes over HTTP. */
export type ClientToServerEvents = Record<never, never>;

/** The query of the handshake. `userId` is checked against the session, never used as identity. */
export const handshakeQuerySchema = z.object({ userId: z.exactOptional(z.string()) });
