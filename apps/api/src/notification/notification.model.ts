import { NOTIFICATION_KINDS } from '@safarnama/contracts';
import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

/** Time after which notifications are deleted. */
const RETENTION_S = 90 * 24 * 60 * 60;

/**
 * A reference to what happened. The users who liked a story, its title, and whether the sources still exist are read
 * with each request, so that a notification never shows anything that no longer exists.
 */
const notificationSchema = new Schema({
  userId: { type: Schema.Types.ObjectId, ref: 'User', required: true },
  kind: { type: String, enum: NOTIFICATION_KINDS, required: true },
  /** Identifies what happened, so that a repeated attempt stores nothing. */
  key: { type: String, required: true },
  /** Who did it; null for likes. */
  actorId: { type: Schema.Types.ObjectId, ref: 'User', default: null },
  postId: { type: Schema.Types.ObjectId, ref: 'Post', default: null },
  commentId: { type: Schema.Types.ObjectId, ref: 'Comment', default: null },
  /** For likes: those received from this time on, and before `until`. */
  from: { type: Date },
  until: { type: Date },
  /**
   * Users who have liked the story since `from`, even if they have removed the like: the last of them, in the order in
   * which they were stored. Missing in rows of older versions.
   */
  likerIds: { type: [Schema.Types.ObjectId], default: undefined, select: false },
  /** Position in the list; for likes the time of the latest one. */
  createdAt: { type: Date, required: true },
  readAt: { type: Date, default: null },
});
notificationSchema.index({ userId: 1, key: 1 }, { unique: true }); // repeated attempts
notificationSchema.index({ userId: 1, createdAt: -1, _id: -1 }); // a user's notifications, newest first
notificationSchema.index({ userId: 1, readAt: 1, createdAt: -1 }); // unread notifications
notificationSchema.index({ postId: 1, kind: 1, until: -1 }); // likes of a story; notifications of a removed story
notificationSchema.index({ userId: 1, kind: 1, actorId: 1 }); // stories of an author; likes that are being gathered
notificationSchema.index({ commentId: 1 }); // notifications of a deleted comment
notificationSchema.index({ createdAt: 1 }, { expireAfterSeconds: RETENTION_S }); // deletes old ones

export type NotificationDoc = InferSchemaType<typeof notificationSchema> & { _id: Types.ObjectId };
export const NotificationModel = model('Notification', notificationSchema);
