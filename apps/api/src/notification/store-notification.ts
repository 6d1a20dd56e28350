import mongoose, { Types } from 'mongoose';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import { type NotificationDoc, NotificationModel } from './notification.model.js';

/** Maximum number of stored notifications per user. */
const MAX_NOTIFICATIONS = 1_000;
/** Likes of a story within this time of the first one are one notification. */
const GATHERING_MS = 24 * 60 * 60 * 1000;

export type NewNotification = Pick<
  NotificationDoc,
  'userId' | 'kind' | 'key' | 'actorId' | 'postId' | 'commentId' | 'createdAt'
>;

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
  postId: Types.ObjectId;
  createdAt: Date;
}

/**
 * Adds a like to the notification that gathers the likes of its story, which becomes the newest one and unread, or stores
 * a new notification. A repeat changes nothing.
 */
export async function gatherLike(
  userId: Types.ObjectId,
  { postId, createdAt }: Like,
): Promise<NotificationDoc> {
  for (;;) {
    const latest = await NotificationModel.findOne({ postId, kind: 'like' })
      .sort({ until: -1 })
      .lean<NotificationDoc>();
    if (latest?.until && latest.until > createdAt) {
      const beforeLike = mongoose.trusted({ $lt: createdAt });
      await NotificationModel.updateOne(
        { _id: latest._id, createdAt: beforeLike },
        { $set: { createdAt, readAt: null } },
      );
      // A concurrent like may have been processed first.
      await NotificationModel.updateOne({ _id: latest._id }, { $min: { from: createdAt } });
      const row = await NotificationModel.findById(latest._id).lean<NotificationDoc>();
      if (row) return row;
      continue;
    }
    const row = {
      _id: new Types.ObjectId(),
      ...{ userId, kind: 'like' as const, actorId: null, postId, commentId: null, createdAt },
      // Concurrent first likes build the same key.
      key: `like:${postId.toHexString()}:${latest?._id.toHexString() ?? 'first'}`,
      from: createdAt,
      until: new Date(createdAt.getTime() + GATHERING_MS),
    };
    try {
      const stored = await NotificationModel.create(row);
      await trimNotifications(userId);
      return stored.toObject<NotificationDoc>();
    } catch (error) {
      if (!isDuplicateKeyError(error, 'key')) throw error;
    }
  }
}
