import type {
  Message,
  MessageChanged,
  MessageRemoved,
  Notification,
  PostCommentChange,
  ReceiptUpdate,
  SessionStarted,
  SharedPostChanged,
  UnreadNotifications,
} from '@safarnama/contracts';

/** Identifies the sender's sockets that receive no copy of a message. */
export interface MessageOrigin {
  sessionId: string;
  /** The `X-Socket-Id` header of the request. */
  socketId: string | null;
  /** When the request was complete, on the clock of `performance.now()`. */
  receivedAt: number;
}

/** Notifies connected clients; implemented with Socket.IO. */
export interface RealtimePort {
  messageStored(message: Message, origin: MessageOrigin): void;
  /** Sent to the user's other sessions. */
  sessionStarted(userId: string, session: SessionStarted): void;
  /**
   * Sent to all sockets of the reader, with `unreadCount`, and to the author of the messages, without it.
   *
   * @param visibleUpTo - the last message of the receipt that the author sees; null to send them nothing, because the
   * reader appears offline, one of the two has blocked the other, or the author has deleted all of the messages.
   */
  receiptUpdated(
    kind: 'delivered' | 'read',
    receipt: Required<ReceiptUpdate>,
    visibleUpTo: string | null,
  ): void;
  /**
   * Sent to all sockets of the message's sender and recipient.
   *
   * @param userIds - without users who have deleted the message for themselves.
   */
  messageChanged(change: MessageChanged, userIds: readonly string[]): void;
  /** Sent to all sockets of a user who deleted a message for themselves. */
  messageRemoved(userId: string, removal: MessageRemoved): void;
  /** Sent to all sockets of these users. */
  sharedPostChanged(change: SharedPostChanged, userIds: readonly string[]): void;
  /** Applies a stored change of `appearOffline` in every process. */
  visibilityChanged(userId: string): void;
  /**
   * Applies a stored block or its removal in every process, and notifies the sockets of `userId`.
   *
   * @returns a promise like that of `sessionsEnded`.
   */
  blockChanged(userId: string, otherId: string, isBlocked: boolean): Promise<void>;
  /** Notifies the sockets of `userId` whether they can message the other user. */
  canMessageChanged(userId: string, otherId: string, canMessage: boolean): void;
  /** Sent to all sockets that watch the story. */
  commentChanged(change: PostCommentChange): void;
  /** Ends the watching of a story that was deleted or unpublished, in every process. */
  postHidden(postId: string): void;
  /** Sent to all sockets of the user. */
  notificationStored(userId: string, notification: Notification): void;
  /** Sent to all sockets of the user. */
  notificationsRead(userId: string, unread: UnreadNotifications): void;
  /**
   * Closes the sockets of ended sessions in every process, and notifies the user's other sessions of each.
   *
   * @returns a promise that resolves once the other processes have applied it; after a second where one does not
   *   respond, and immediately while Redis is unavailable.
   */
  sessionsEnded(userId: string, sessionIds: readonly string[]): Promise<void>;
}
