import * as z from 'zod/mini';
import type { Comment } from './comment.js';
import type { Message, SharedPost } from './message.js';
import type { Notification, UnreadNotifications } from './notification.js';
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

/** A story that messages refer to was changed, deleted, unpublished, restored or published again. */
export interface SharedPostChanged {
  postId: string;
  /** As in the messages: null if nobody can read the story now. */
  post: SharedPost | null;
}

/** Users who came online or went offline since the previous update. */
export interface PresenceDelta {
  online: string[];
  offline: string[];
}

/** A comment on a watched story was added, edited, or deleted. */
export interface PostCommentChange {
  postId: string;
  kind: 'added' | 'changed' | 'deleted';
  /** As the API returns it. A deleted one has no text and no author; it remains in the list if it has replies. */
  comment: Comment;
  /** With `deleted`: the comment was deleted before, and is now removed with its last reply; it counted no longer. */
  wasDeleted?: true;
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
  /** To all sockets of both users, except of one who has deleted the message for themselves. */
  messageChanged: (change: MessageChanged) => void;
  /** To all sockets of the user who deleted the message. */
  messageRemoved: (removal: MessageRemoved) => void;
  /** To all sockets of the users in whose conversations the story was shared. */
  sharedPostChanged: (change: SharedPostChanged) => void;
  /** The user has blocked or unblocked another user: to all sockets of the user. */
  blockChanged: (block: { userId: string; isBlocked: boolean }) => void;
  /**
   * Whether the user and another one can message each other has changed: to all sockets of the user. Not sent while the
   * user blocks the other one, because it would reveal that the other one blocks the user too.
   */
  canMessageChanged: (change: { userId: string; canMessage: boolean }) => void;
  /** A new notification, or one that is newest and unread again: to all sockets of the user. */
  notification: (notification: Notification) => void;
  /** The user has read notifications, on this or another device: to all sockets of the user. */
  notificationsRead: (unread: UnreadNotifications) => void;
  /** Another user is typing to the receiver; clients hide it after `TYPING_TTL_MS`. */
  typing: (typing: { fromUserId: string }) => void;
  /** Replaces later `getOnlineUsers` for clients that connect with `auth: { presence: 'delta' }`. */
  presenceDelta: (delta: PresenceDelta) => void;
  /** To all sockets that watch the story. */
  postComment: (change: PostCommentChange) => void;
}

/** Everything else goes over HTTP. */
export interface ClientToServerEvents {
  typing: (typing: { toUserId: string }) => void;
  /**
   * Starts to receive `postComment` for a story; idempotent. Not `ok` for an unknown or hidden story, and for more than
   * `MAX_WATCHED_POSTS` stories at a time. Ends with the connection, and when the story is deleted or unpublished.
   */
  watchPost: (post: PostReference, acknowledge?: (result: WatchResult) => void) => void;
  unwatchPost: (post: PostReference, acknowledge?: (result: WatchResult) => void) => void;
}

export interface WatchResult {
  ok: boolean;
}

/** Payload of `watchPost` and `unwatchPost`. */
export const postReferenceSchema = z.object({ postId: objectIdSchema });
type PostReference = z.infer<typeof postReferenceSchema>;

/** Payload of `typing`. */
export const typingInputSchema = z.object({ toUserId: objectIdSchema });

/** `auth` of the handshake; other members are ignored. */
export const handshakeAuthSchema = z.object({ presence: z.exactOptional(z.literal('delta')) });

/** Query of the handshake. `userId` is compared with the session, never used as identity. */
export const handshakeQuerySchema = z.object({ userId: z.exactOptional(z.string()) });
