import mongoose, { type Types } from 'mongoose';
import { createKeyedQueue } from '../lib/keyed-queue.js';
import { CommentModel } from './comment.model.js';
import { PostModel } from './post.model.js';
import { LikeModel } from './reaction.model.js';

interface CountedPost {
  _id: Types.ObjectId;
  likes: number;
  comments: number;
  /** Missing in a story of an older version. */
  countsVersion?: number;
}

/** Stories that are looked at in one pass of the daily check. */
const BATCH_SIZE = 500;

interface Counts {
  likes: number;
  comments: number;
}

/** In this process one after the other; the version is for other processes. */
const runInOrder = createKeyedQueue();

/** Countings that have not begun: they will see all rows of now, so one of a story is enough. */
const pendingCounts = new Map<string, Promise<Counts | null>>();

/** The rows are the truth, and the story's counters follow them. */
async function countRows(postId: Types.ObjectId): Promise<Counts> {
  const [likes, comments] = await Promise.all([
    LikeModel.countDocuments({ postId }),
    CommentModel.countDocuments({ postId }),
  ]);
  return { likes, comments };
}

/**
 * Counts the likes and comments of a story anew and keeps the numbers with it. To be called after each like and comment
 * that came or went, also by a repeat that changed nothing: a process that was killed between the two writes leaves a
 * number that is behind, and whoever repeats the call sets it right.
 *
 * Of several at once none overwrites a later number with an earlier one: whoever finds the version changed since before
 * the counting counts again, so the last one has counted the rows of all before. Many that wait for their turn in one
 * process are one counting.
 *
 * @returns null when the story is gone.
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
      // A change of likes or comments is no change of the story: `updatedAt` stays.
      { timestamps: false },
    );
    if (modifiedCount > 0) return counts;
  }
}

/** How many rows of each of some stories there are, by the story's id; none where there is no row. */
export async function countByPost(
  model: typeof LikeModel | typeof CommentModel,
  ids: readonly Types.ObjectId[],
): Promise<Map<string, number>> {
  // One model type for the call: the two have the field in common.
  const rows = await (model as typeof LikeModel).aggregate<{ _id: Types.ObjectId; count: number }>([
    { $match: { postId: { $in: [...ids] } } },
    { $group: { _id: '$postId', count: { $sum: 1 } } },
  ]);
  return new Map(rows.map(({ _id, count }) => [_id.toHexString(), count]));
}

/**
 * Looks through all stories for counters that are behind, and counts those anew. Safe at any time.
 *
 * @returns how many were.
 */
export async function repairCounts(): Promise<number> {
  let repaired = 0;
  let lastId: Types.ObjectId | null = null;
  for (;;) {
    const posts: CountedPost[] = await PostModel.find(
      lastId ? { _id: mongoose.trusted({ $gt: lastId }) } : {},
    )
      .select('likes comments')
      .sort({ _id: 1 })
      .limit(BATCH_SIZE)
      .lean<CountedPost[]>();
    const ids = posts.map(({ _id }) => _id);
    const [likes, comments] = [await countByPost(LikeModel, ids), await countByPost(CommentModel, ids)];
    for (const post of posts) {
      const id = post._id.toHexString();
      if (post.likes === (likes.get(id) ?? 0) && post.comments === (comments.get(id) ?? 0)) continue;
      await recount(post._id);
      repaired += 1;
    }
    lastId = ids.at(-1) ?? null;
    if (posts.length < BATCH_SIZE) return repaired;
  }
}
