import type {
  Message,
  MessageChanged,
  MessageRemoved,
  ReceiptUpdate,
  SessionStarted,
} from '@safarnama/contracts';

/** Who of the sender's sockets gets no copy of a message: see `newMessage` in the description of the API. */
export interface MessageOrigin {
  sessionId: string;
  /** The `X-Socket-Id` of the send. */
  socketId: string | null;
  /** When the whole request was there, as `performance.now()` told. */
  receivedAt: number;
}

/** What services tell connected people; Socket.IO behind it in production. */
export interface RealtimePort {
  messageStored(message: Message, origin: MessageOrigin): void;
  /** To the person's other sessions. */
  sessionStarted(userId: string, session: SessionStarted): void;
  /**
   * To all sockets of who has got or read, with `unreadCount`; and to the writer, without it.
   *
   * @param visibleUpTo - up to where the writer is told, by a message that they still see; null to tell them nothing:
   * the reader appears offline, one has blocked the other, or the writer sees nothing of it any more.
   */
  receiptUpdated(
    kind: 'delivered' | 'read',
    receipt: Required<ReceiptUpdate>,
    visibleUpTo: string | null,
  ): void;
  /**
   * To all sockets of the people of the message.
   *
   * @param userIds - without who has deleted it for themselves.
   */
  messageChanged(change: MessageChanged, userIds: readonly string[]): void;
  /** To all sockets of who deleted a message for themselves. */
  messageRemoved(userId: string, removal: MessageRemoved): void;
  /** It is stored that a person appears offline from now on, or no longer: takes effect in every process. */
  visibilityChanged(userId: string): void;
  /** It is stored that one has blocked another, or no longer: to their own sockets, and to the lists of both. */
  blockChanged(userId: string, otherId: string, isBlocked: boolean): void;
  /** Closes the sockets of an ended session, in every process, and tells the person's other sessions. */
  sessionEnded(userId: string, sessionId: string): void;
}
