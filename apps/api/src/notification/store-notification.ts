import mongoose, { type Types } from 'mongoose';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import { type NotificationDoc, NotificationModel } from './notification.model.js';

/** Maximum number of stored notifications per user. */
const MAX_NOTIFICATIONS = 1_000;
/** Maximum number of users whose likes a notification records, so that its size is bounded. */
const MAX_LIKERS = 1_000;
/** Likes of a story within this time of the first one are one notification. */
const GATHERING_MS = 24 * 60 * 60 * 1000;

export type NewNotification = Pick<
  NotificationDoc,
  'userId' | 'kind' | 'key' | 'actorId' | 'postId' | 'commentId' | 'createdAt'
> &
  Partial<Pick<NotificationDoc, 'likerIds' | 'from' | 'until'>>;

/** Deletes a user's notifications beyond the newest 1,000. */
export async function trimNotifications(userId: Types.ObjectId): Promise<void> {
  const oldest = await NotificationModel.findOne({ userId })
    .sort({ createdAt: -1, _id: -1 })
    .skip(MAX_NOTIFICATIONS)
    .select('createdAt')
    .lean();
  if (!oldest) return;
  await NotificationModel.deleteMany({ userId, createdAt: mongoose.trusted({ $lte: oldest.createdAt }) });
}

/** Stores a notification. @returns null when it was stored before. */
export async function storeNotification(fields: NewNotification): Promise<NotificationDoc | null> {
  try {
    const stored = await NotificationModel.create(fields);
    await trimNotifications(fields.userId);
    return stored.toObject<NotificationDoc>();
  } catch (error) {
    if (isDuplicateKeyError(error, 'key')) return null;
    throw error;
  }
}

interface Like {
  userId: Types.ObjectId;
  postId: Types.ObjectId;
  createdAt: Date;
}

/**
 * Adds a like to the notification that gathers the likes of its story, which becomes the newest one and unread, or
 * stores a new notification.
 *
 * @param userId - the author of the story.
 * @returns null when the notification contains a like of this user already: of a repeated attempt, or one that has been
 *   removed since.
 */
export async function gatherLike(
  userId: Types.ObjectId,
  { userId: likerId, postId, createdAt }: Like,
): Promise<NotificationDoc | null> {
  for (;;) {
    const latest = await NotificationModel.findOne({ postId, kind: 'like' })
      .sort({ until: -1 })
      .lean<NotificationDoc>();
    if (latest?.until && latest.until > createdAt) {
      const row = await NotificationModel.findOneAndUpdate(
        { _id: latest._id, likerIds: mongoose.trusted({ $ne: likerId }) },
        {
          $set: { readAt: null },
          // A concurrent later like may have been processed first.
          $min: { from: createdAt },
          $max: { createdAt },
          $push: { likerIds: { $each: [likerId], $slice: -MAX_LIKERS } },
        },
        { returnDocument: 'after' },
      ).lean<NotificationDoc>();
      if (row) return row;
      if (await NotificationModel.exists({ _id: latest._id })) return null;
      continue;
    }
    const stored = await storeNotification({
      userId,
      kind: 'like',
      actorId: null,
      postId,
      commentId: null,
      createdAt,
      // Concurrent first likes build the same key.
      key: `like:${postId.toHexString()}:${latest?._id.toHexString() ?? 'first'}`,
      likerIds: [likerId],
      from: createdAt,
      until: new Date(createdAt.getTime() + GATHERING_MS),
    });
    if (stored) return stored;
  }
}
