import mongoose, { type Types } from 'mongoose';
import { createKeyedQueue } from '../lib/keyed-queue.js';
import { CommentModel } from './comment.model.js';
import { PostModel } from './post.model.js';
import { LikeModel } from './reaction.model.js';

interface CountedPost {
  _id: Types.ObjectId;
  likes: number;
  comments: number;
  /** Missing in stories written by older versions. */
  monthLikes?: number;
  /** Missing in stories written by older versions. */
  countsVersion?: number;
}

/** Stories read at a time by the daily check. */
const BATCH_SIZE = 500;

interface Counts {
  likes: number;
  comments: number;
  monthLikes: number;
  monthLikesUntil: Date | null;
}

/** Time that a like counts towards the order of the most liked stories. */
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/** Serializes the recounts of a story within this process; `countsVersion` does so across processes. */
const runInOrder = createKeyedQueue();

/** Recounts that have not started, by story id. They will count all rows stored by now, so one per story is enough. */
const pendingCounts = new Map<string, Promise<Counts | null>>();

/** Matches the rows of deleted comments, which stay because of their replies. */
const isDeleted = { deletedAt: mongoose.trusted({ $gt: new Date(0) }) };

/**
 * Counts the rows, which are the source of the story's counters. Deleted comments are subtracted, because an index can
 * count the rows that have a field, but not those that lack it.
 */
async function countRows(postId: Types.ObjectId): Promise<Counts> {
  const isRecent = { createdAt: mongoose.trusted({ $gt: new Date(Date.now() - MONTH_MS) }) };
  const [likes, monthLikes, oldestOfMonth, comments, deletedComments] = await Promise.all([
    LikeModel.countDocuments({ postId }),
    LikeModel.countDocuments({ postId, ...isRecent }),
    LikeModel.findOne({ postId, ...isRecent })
      .sort({ createdAt: 1, _id: 1 })
      .select('createdAt')
      .lean<{ createdAt: Date }>(),
    CommentModel.countDocuments({ postId }),
    CommentModel.countDocuments({ postId, ...isDeleted }),
  ]);
  const monthLikesUntil = oldestOfMonth && new Date(oldestOfMonth.createdAt.getTime() + MONTH_MS);
  return { likes, comments: comments - deletedComments, monthLikes, monthLikesUntil };
}

/**
 * Counts the likes and comments of a story and saves the counters. Call it after every like or comment was added or
 * removed, also after a repeat that changed nothing: a process killed between the two writes leaves a stale counter, which
 * a repeat of the request corrects.
 *
 * Concurrent recounts never save a stale number: if `countsVersion` changed during the count, the story is counted again.
 * Recounts that wait in the same process are coalesced.
 *
 * @returns null when the story no longer exists.
 */
export function recount(postId: Types.ObjectId | string): Promise<Counts | null> {
  const id = String(postId).toLowerCase();
  const next =
    pendingCounts.get(id) ??
    runInOrder(id, () => {
      pendingCounts.delete(id);
      return countAndSave(id);
    });
  pendingCounts.set(id, next);
  return next;
}

async function countAndSave(postId: string): Promise<Counts | null> {
  for (;;) {
    const post = await PostModel.findById(postId).select('likes comments countsVersion').lean<CountedPost>();
    if (!post) return null;
    const counts = await countRows(post._id);
    const { modifiedCount } = await PostModel.updateOne(
      { _id: post._id, countsVersion: post.countsVersion ?? null },
      { $set: counts, $inc: { countsVersion: 1 } },
      // A like or comment does not change the story's `updatedAt`.
      { timestamps: false },
    );
    if (modifiedCount > 0) return counts;
  }
}

/** Counts the rows of each story without deleted comments, by the story's id. Stories without rows are missing in the map. */
export async function countByPost(
  model: typeof LikeModel | typeof CommentModel,
  ids: readonly Types.ObjectId[],
): Promise<Map<string, number>> {
  // The cast is safe: both models have the field.
  const rows = await (model as typeof LikeModel).aggregate<{ _id: Types.ObjectId; count: number }>([
    { $match: { postId: { $in: [...ids] }, deletedAt: null } },
    { $group: { _id: '$postId', count: { $sum: 1 } } },
  ]);
  return new Map(rows.map(({ _id, count }) => [_id.toHexString(), count]));
}

/**
 * Finds stories with stale counters and recounts them. Safe to call at any time.
 *
 * @returns the number of corrected stories.
 */
export async function repairCounts(): Promise<number> {
  let repaired = 0;
  let lastId: Types.ObjectId | null = null;
  for (;;) {
    const posts: CountedPost[] = await PostModel.find(
      lastId ? { _id: mongoose.trusted({ $gt: lastId }) } : {},
    )
      .select('likes comments monthLikes')
      .sort({ _id: 1 })
      .limit(BATCH_SIZE)
      .lean<CountedPost[]>();
    const ids = posts.map(({ _id }) => _id);
    const [likes, comments] = [await countByPost(LikeModel, ids), await countByPost(CommentModel, ids)];
    for (const post of posts) {
      const id = post._id.toHexString();
      const isRanked = post.monthLikes !== undefined || post.likes === 0;
      const isRight = post.likes === (likes.get(id) ?? 0) && post.comments === (comments.get(id) ?? 0);
      if (isRanked && isRight) continue;
      await recount(post._id);
      repaired += 1;
    }
    lastId = ids.at(-1) ?? null;
    if (posts.length < BATCH_SIZE) return repaired;
  }
}

/**
 * Recounts the stories with likes that have become older than 30 days. Several processes may run it at once.
 *
 * @returns the number of stories.
 */
export async function recountMonthLikes(now: Date): Promise<number> {
  const monthLikesUntil = mongoose.trusted({ $lte: now });
  const posts = await PostModel.find({ monthLikesUntil }).limit(BATCH_SIZE).select('_id').lean();
  for (const { _id } of posts) await recount(_id);
  return posts.length;
}
