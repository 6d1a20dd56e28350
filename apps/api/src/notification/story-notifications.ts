import mongoose, { type Types } from 'mongoose';
import { FollowModel } from '../follow/follow.model.js';
import { isOnlyDuplicateKeys } from '../lib/mongo-errors.js';
import { findPublishedIds } from '../post/post-queries.js';
import { type NotificationDoc, NotificationModel } from './notification.model.js';
import { findUsersWanting } from './notification-settings.js';
import { findLast } from './store-notification.js';

/** Followers per batch. Shutdown waits for the running batch. */
const BATCH_SIZE = 200;

interface NewStory {
  _id: Types.ObjectId;
  authorId: Types.ObjectId;
  createdAt: Date;
}

/** Builds the key of a notification of an author's story. @param previous - null for the first notification. */
const buildKey = (actorId: Types.ObjectId, previous: NotificationDoc | null) =>
  `story:${actorId.toHexString()}:${previous?._id.toHexString() ?? 'first'}`;

/** Finds the notifications of an author's stories that these users have. */
function findOfAuthor(userIds: readonly string[], actorId: Types.ObjectId): Promise<NotificationDoc[]> {
  const inUserIds = mongoose.trusted({ $in: userIds });
  return NotificationModel.find({ userId: inUserIds, kind: 'story', actorId }).lean<NotificationDoc[]>();
}

/** Lets unread notifications refer to a new story instead of one that was deleted or unpublished. */
async function replaceHiddenStories(unread: readonly NotificationDoc[], story: NewStory): Promise<void> {
  const live = await findPublishedIds(unread.flatMap(({ postId }) => postId ?? []));
  const hidden = unread.filter(({ postId }) => !live.has(String(postId))).map(({ _id }) => _id);
  if (hidden.length === 0) return;
  await NotificationModel.updateMany(
    { _id: mongoose.trusted({ $in: hidden }) },
    { $set: { postId: story._id, createdAt: story.createdAt } },
  );
}

/** Stores notifications, except those that are already stored. */
async function insertMissing(rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  try {
    await NotificationModel.insertMany(rows, { ordered: false, throwOnValidationError: true });
  } catch (error) {
    // Another process, or an attempt for another story, may have stored the duplicates at the same time.
    if (!isOnlyDuplicateKeys(error)) throw error;
  }
}

async function notifyBatch(followerIds: readonly string[], story: NewStory): Promise<NotificationDoc[]> {
  if (followerIds.length === 0) return [];
  const { _id: postId, authorId: actorId, createdAt } = story;
  const userIds = [...(await findUsersWanting(followerIds, 'story'))];
  const rows = await findOfAuthor(userIds, actorId);
  const isOfStory = (row: NotificationDoc) => row.postId?.equals(postId) ?? false;
  const notified = new Set(rows.filter(isOfStory).map(({ userId }) => userId.toHexString()));
  const remaining = userIds.filter((userId) => !notified.has(userId));
  const last = new Map(
    findLast(rows, (row) => buildKey(actorId, row)).map((row) => [row.userId.toHexString(), row]),
  );
  await replaceHiddenStories(
    remaining.flatMap((userId) => last.get(userId) ?? []).filter(({ readAt }) => !readAt),
    story,
  );
  await insertMissing(
    remaining.flatMap((userId) => {
      const previous = last.get(userId) ?? null;
      if (previous && !previous.readAt) return [];
      // Concurrent first stories build the same key.
      return [{ userId, kind: 'story', key: buildKey(actorId, previous), actorId, postId, createdAt }];
    }),
  );
  return (await findOfAuthor(userIds, actorId)).filter(isOfStory);
}

interface FanOut {
  /** Receives the notifications of each batch. */
  onStored(rows: readonly NotificationDoc[]): Promise<void>;
  /** Called between two batches. Rejects to end the attempt. */
  beforeNextBatch(): Promise<void>;
}

/**
 * Notifies the followers of an author of a story, except those with an unread notification of an earlier story. Safe to
 * repeat.
 */
export async function notifyFollowers(story: NewStory, { onStored, beforeNextBatch }: FanOut): Promise<void> {
  let lastId: Types.ObjectId | null = null;
  for (;;) {
    const follows: { _id: Types.ObjectId; followerId: Types.ObjectId }[] = await FollowModel.find({
      followedId: story.authorId,
      ...(lastId ? { _id: mongoose.trusted({ $gt: lastId }) } : {}),
    })
      .sort({ _id: 1 })
      .limit(BATCH_SIZE)
      .select('followerId')
      .lean();
    const followerIds = follows.map(({ followerId }) => followerId.toHexString());
    await onStored(await notifyBatch(followerIds, story));
    if (follows.length < BATCH_SIZE) return;
    lastId = follows.at(-1)?._id ?? null;
    await beforeNextBatch();
  }
}
