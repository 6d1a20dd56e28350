import mongoose, { type Types } from 'mongoose';
import { FollowModel } from '../follow/follow.model.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import { findPublishedIds } from '../post/post-queries.js';
import { type NotificationDoc, NotificationModel } from './notification.model.js';
import { findUsersWanting } from './notification-settings.js';

/** Followers at a time. */
const BATCH_SIZE = 500;

interface NewStory {
  _id: Types.ObjectId;
  authorId: Types.ObjectId;
  createdAt: Date;
}

/** Finds the newest notification of an author's stories for each of these users. */
async function findLatest(
  userIds: readonly string[],
  actorId: Types.ObjectId,
): Promise<Map<string, NotificationDoc>> {
  const rows = await NotificationModel.find({
    userId: mongoose.trusted({ $in: userIds }),
    kind: 'story',
    actorId,
  }).lean<NotificationDoc[]>();
  rows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return new Map(rows.map((row) => [row.userId.toHexString(), row]));
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

/** Stores notifications, without those that are stored already. */
async function insertMissing(rows: readonly object[]): Promise<void> {
  const ignoreDuplicate = (error: unknown) => {
    if (!isDuplicateKeyError(error, 'key')) throw error;
  };
  try {
    await NotificationModel.insertMany(rows);
  } catch (error) {
    ignoreDuplicate(error);
    // Another process notifies the same followers.
    for (const row of rows) await NotificationModel.create(row).catch(ignoreDuplicate);
  }
}

async function notifyBatch(followerIds: readonly string[], story: NewStory): Promise<NotificationDoc[]> {
  const { _id: postId, authorId: actorId, createdAt } = story;
  const userIds = [...(await findUsersWanting(followerIds, 'story'))];
  const latest = await findLatest(userIds, actorId);
  await replaceHiddenStories(
    [...latest.values()].filter(({ readAt }) => readAt === null),
    story,
  );
  const uninformed = userIds.filter((userId) => {
    const row = latest.get(userId);
    return !row || (row.readAt && !row.postId?.equals(postId));
  });
  await insertMissing(
    uninformed.map((userId) => {
      // Concurrent first stories build the same key.
      const previous = latest.get(userId)?._id.toHexString() ?? 'first';
      const key = `story:${actorId.toHexString()}:${previous}`;
      return { userId, kind: 'story', key, actorId, postId, createdAt };
    }),
  );
  const stored = await findLatest(userIds, actorId);
  return [...stored.values()].filter((row) => row.postId?.equals(postId));
}

/**
 * Notifies the followers of an author of a story, except those with an unread notification of an earlier one.
 * Repeatable.
 *
 * @param onStored - receives the notifications of each batch.
 */
export async function notifyFollowers(
  story: NewStory,
  onStored: (rows: readonly NotificationDoc[]) => Promise<void>,
): Promise<void> {
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
    if (follows.length === 0) return;
    await onStored(
      await notifyBatch(
        follows.map(({ followerId }) => followerId.toHexString()),
        story,
      ),
    );
    lastId = follows.at(-1)?._id ?? null;
  }
}
