import mongoose, { type Types } from 'mongoose';
import { createKeyedQueue } from '../lib/keyed-queue.js';
import { runForEach } from '../lib/run-for-each.js';
import { CommentModel } from './comment.model.js';
import { PostModel } from './post.model.js';
import { LikeModel } from './reaction.model.js';

interface CountedPost {
  _id: Types.ObjectId;
  likes: number;
  comments: number;
  /** Missing in stories written by older versions, and where a backup or migration has corrected `likes`. */
  monthLikes?: number;
  /** Missing in stories written by older versions. */
  countsVersion?: number;
}

/** Stories per read. */
const BATCH_SIZE = 500;

type CountedKind = 'likes' | 'comments';

type Counts = Pick<CountedPost, CountedKind>;

interface PendingRecount {
  kinds: Set<CountedKind>;
  counts: Promise<Counts | null>;
}

/** Time that a like counts towards the order of the most liked stories. */
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/** Serializes the recounts of a story within this process; `countsVersion` does so across processes. */
const runInOrder = createKeyedQueue();

/** Recounts that have not started, by story id. They will count all rows stored by now, so one per story is enough. */
const pendingRecounts = new Map<string, PendingRecount>();

/** Matches the rows of deleted comments, which stay because of their replies. */
const deletedFilter = { deletedAt: mongoose.trusted({ $gt: new Date(0) }) };

/** Counts the likes of a story. The rows are the source of its counters. */
async function countLikes(postId: Types.ObjectId) {
  const recentFilter = { createdAt: mongoose.trusted({ $gt: new Date(Date.now() - MONTH_MS) }) };
  const [likes, monthLikes, oldestOfMonth] = await Promise.all([
    LikeModel.countDocuments({ postId }),
    LikeModel.countDocuments({ postId, ...recentFilter }),
    LikeModel.findOne({ postId, ...recentFilter })
      .sort({ createdAt: 1, _id: 1 })
      .select('createdAt')
      .lean<{ createdAt: Date }>(),
  ]);
  const monthLikesUntil = oldestOfMonth && new Date(oldestOfMonth.createdAt.getTime() + MONTH_MS);
  return { likes, monthLikes, monthLikesUntil };
}

/**
 * Counts the comments of a story. Deleted ones are subtracted, because an index can count the rows that have a field,
 * but not those that lack it.
 */
async function countComments(postId: Types.ObjectId) {
  const [comments, deletedComments] = await Promise.all([
    CommentModel.countDocuments({ postId }),
    CommentModel.countDocuments({ postId, ...deletedFilter }),
  ]);
  return { comments: comments - deletedComments };
}

/**
 * Counts likes, comments or both of a story and saves the counters. Call it after every like or comment was added or
 * removed. After a repeat that changed nothing, call it too (for likes `verifyLikes`): a process killed between the two
 * writes leaves a stale counter, which a repeat of the request corrects.
 *
 * Concurrent recounts never save a stale number: if `countsVersion` changed during the count, the story is counted
 * again. Recounts that wait in the same process are coalesced.
 *
 * @returns null when the story no longer exists.
 */
export function recount(
  postId: Types.ObjectId | string,
  ...kinds: readonly CountedKind[]
): Promise<Counts | null> {
  const id = String(postId);
  const pending = pendingRecounts.get(id) ?? startRecount(id);
  for (const kind of kinds) pending.kinds.add(kind);
  return pending.counts;
}

function startRecount(id: string): PendingRecount {
  const kinds = new Set<CountedKind>();
  const counts = runInOrder(id, () => {
    pendingRecounts.delete(id);
    return countAndSave(id, kinds);
  });
  const pending = { kinds, counts };
  pendingRecounts.set(id, pending);
  return pending;
}

async function countAndSave(postId: string, kinds: ReadonlySet<CountedKind>): Promise<Counts | null> {
  for (;;) {
    const post = await PostModel.findById(postId).select('likes comments countsVersion').lean<CountedPost>();
    if (!post) return null;
    const [likeCounts, commentCounts] = await Promise.all([
      kinds.has('likes') && countLikes(post._id),
      kinds.has('comments') && countComments(post._id),
    ]);
    const counts = { ...likeCounts, ...commentCounts };
    const { modifiedCount } = await PostModel.updateOne(
      { _id: post._id, countsVersion: post.countsVersion ?? null },
      { $set: counts, $inc: { countsVersion: 1 } },
      // A like or comment does not change the story's `updatedAt`.
      { timestamps: false },
    );
    if (modifiedCount > 0) return { ...post, ...counts };
  }
}

/**
 * Recounts the likes of a story if its counter is stale, as an interrupted attempt leaves it. For requests that changed
 * no row: a needless write of the story would drop the cached lists of all users.
 */
export async function verifyLikes(postId: string): Promise<Counts | null> {
  const post = await PostModel.findById(postId).select('likes comments').lean<CountedPost>();
  if (!post) return null;
  const likes = await LikeModel.countDocuments({ postId: post._id });
  return likes === post.likes ? post : recount(postId, 'likes');
}

/** Counts the rows of each story, except deleted comments. @returns counts by story id, without zeros. */
export async function countByPost(
  model: typeof LikeModel | typeof CommentModel,
  ids: readonly Types.ObjectId[],
): Promise<Map<string, number>> {
  // Likes have no `deletedAt`: they are counted from their index alone.
  const liveFilter = model === CommentModel ? { deletedAt: null } : {};
  // The cast is safe: both models have `postId`.
  const rows = await (model as typeof LikeModel).aggregate<{ _id: Types.ObjectId; count: number }>([
    { $match: { postId: { $in: [...ids] }, ...liveFilter } },
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
      await recount(post._id, 'likes', 'comments');
      repaired += 1;
    }
    lastId = ids.at(-1) ?? null;
    if (posts.length < BATCH_SIZE) return repaired;
  }
}

/**
 * Recounts the stories with likes that have become older than 30 days. Several processes may run it concurrently.
 *
 * @param batchSize - stories per read.
 * @returns the number of stories.
 * @throws AggregateError when some stories could not be recounted, after all others have been.
 */
export async function recountMonthLikes(now: Date, batchSize = BATCH_SIZE): Promise<number> {
  const due = PostModel.find({ monthLikesUntil: mongoose.trusted({ $lte: now }) })
    .sort({ monthLikesUntil: 1 })
    .select('_id')
    .lean<Pick<CountedPost, '_id'>[]>()
    .cursor({ batchSize });
  let recounted = 0;
  await runForEach(due, 'Likes of the last month could not be recounted', async ({ _id }) => {
    await recount(_id, 'likes');
    recounted += 1;
  });
  return recounted;
}
