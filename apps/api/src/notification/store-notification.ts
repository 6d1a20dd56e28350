import mongoose, { type Types } from 'mongoose';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import { type NotificationDoc, NotificationModel } from './notification.model.js';

/** Maximum number of stored notifications per user. */
const MAX_NOTIFICATIONS = 1_000;
/** Maximum number of users whose likes a notification records, so that its size is bounded. */
const MAX_LIKERS = 1_000;
/** Likes of a story within this time of the first one are one notification. */
const GATHERING_MS = 24 * 60 * 60 * 1000;
/** An attempt is repeated only after a concurrent one: so many show a fault, which must not block later likes. */
const MAX_GATHER_ATTEMPTS = 100;

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

/**
 * Finds the last of notifications whose keys each name the one before: those that no other key names. A last one is not
 * always the newest one: the clock may have been set back, and a scheduled story can be older than one that was
 * published before it.
 *
 * @param buildKey - builds the key of the notification that follows a row.
 * @returns one row for each chain, and more if a notification between others was deleted; oldest first.
 */
export function findLast(
  rows: readonly NotificationDoc[],
  buildKey: (row: NotificationDoc) => string,
): NotificationDoc[] {
  const keys = new Set(rows.map(({ key }) => key));
  return rows
    .filter((row) => !keys.has(buildKey(row)))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

interface Like {
  userId: Types.ObjectId;
  postId: Types.ObjectId;
  createdAt: Date;
}

/**
 * Adds a like to the notification that gathers the likes of its story at that time, which becomes unread and moves to
 * the time of its latest like, or stores a new notification.
 *
 * @param userId - the author of the story.
 * @returns null when the notification contains a like of this user already: of a repeated attempt, or one that has been
 *   removed since.
 */
export async function gatherLike(
  userId: Types.ObjectId,
  { userId: likerId, postId, createdAt }: Like,
): Promise<NotificationDoc | null> {
  const buildKey = (previous?: NotificationDoc) =>
    `like:${postId.toHexString()}:${previous?._id.toHexString() ?? 'first'}`;
  for (let attempt = 1; attempt <= MAX_GATHER_ATTEMPTS; attempt += 1) {
    const rows = await NotificationModel.find({ postId, kind: 'like' })
      .sort({ until: 1 })
      .lean<NotificationDoc[]>();
    // Of the rows that have not ended by then the first to end, also for a like that is processed late: those before it
    // have ended, so that lowering its `from` makes no two rows count the same like.
    const gathering = rows.find(({ until }) => until && until > createdAt);
    if (gathering) {
      const row = await NotificationModel.findOneAndUpdate(
        { _id: gathering._id, likerIds: mongoose.trusted({ $ne: likerId }) },
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
      if (await NotificationModel.exists({ _id: gathering._id })) return null;
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
      key: buildKey(findLast(rows, buildKey).at(-1)),
      likerIds: [likerId],
      from: createdAt,
      until: new Date(createdAt.getTime() + GATHERING_MS),
    });
    if (stored) return stored;
  }
  throw new Error(`A like of the story ${postId.toHexString()} could not be added to its notification`);
}
