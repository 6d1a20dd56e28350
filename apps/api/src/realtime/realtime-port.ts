import type { Message, SessionStarted } from '@safarnama/contracts';

/** Who of the sender's sockets gets no copy of a message: see `newMessage` in the description of the API. */
export interface MessageOrigin {
  sessionId: string;
  /** The `X-Socket-Id` of the send. */
  socketId: string | null;
}

/** What services tell connected people; Socket.IO behind it in production. */
export interface RealtimePort {
  messageStored(message: Message, origin: MessageOrigin): void;
  /** To the person's other sessions. */
  sessionStarted(userId: string, session: SessionStarted): void;
  /** Closes the sockets of an ended session, in every process. */
  closeSession(sessionId: string): void;
}
