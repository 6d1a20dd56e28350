import { setTimeout as delay } from 'node:timers/promises';
import mongoose, { type Types } from 'mongoose';
import { CommentModel } from '../post/comment.model.js';
import { LikeModel } from '../post/mark.model.js';
import { PostModel } from '../post/post.model.js';
import { countByPost } from '../post/post-counts.js';
import { type Migration, walk } from './migration.js';

interface Counters {
  _id: Types.ObjectId;
  likes: number;
  comments: number;
}

/** A like or comment is a row and then its counter, in one request, which has ended after this time. */
const SETTLE_MS = 6_500;

/** The stories whose counters are not the number of rows: how they are, and how they should be. */
async function findWrong(stories: readonly Counters[]): Promise<{ stored: Counters; right: Counters }[]> {
  const ids = stories.map(({ _id }) => _id);
  const [likes, comments] = await Promise.all([countByPost(LikeModel, ids), countByPost(CommentModel, ids)]);
  return stories.flatMap((stored) => {
    const id = stored._id.toHexString();
    const right = { _id: stored._id, likes: likes.get(id) ?? 0, comments: comments.get(id) ?? 0 };
    return right.likes === stored.likes && right.comments === stored.comments ? [] : [{ stored, right }];
  });
}

/**
 * Counts the likes and comments of every story anew: a process that was killed between a row and its counter has left
 * the counter wrong for good.
 *
 * @param settleMs - a counter is set only when it is wrong in the same way before and after this time: else a request
 *   is just between the two.
 */
export function createStoryCounters(settleMs: number): Migration {
  return {
    name: '003-story-counters',
    isGentle: true,
    count: () => PostModel.estimatedDocumentCount(),
    runBatch: (checkpoint) =>
      walk<Counters>({
        model: PostModel,
        fields: 'likes comments',
        batch: 500,
        checkpoint,
        async handle(stories) {
          const suspects = await findWrong(stories);
          if (suspects.length === 0) return 0;
          await delay(settleMs);
          const ids = suspects.map(({ stored }) => stored._id);
          const again = await PostModel.find({ _id: mongoose.trusted({ $in: ids }) })
            .select('likes comments')
            .lean<Counters[]>();
          const before = new Map(suspects.map((each) => [each.stored._id.toHexString(), each]));
          let changed = 0;
          for (const { stored, right } of await findWrong(again)) {
            const first = before.get(stored._id.toHexString());
            const hasMoved = (['likes', 'comments'] as const).some(
              (field) => first?.stored[field] !== stored[field] || first.right[field] !== right[field],
            );
            if (hasMoved) continue;
            const { modifiedCount } = await PostModel.updateOne(
              { _id: stored._id, likes: stored.likes, comments: stored.comments },
              { $set: { likes: right.likes, comments: right.comments } },
              { timestamps: false },
            );
            changed += modifiedCount;
          }
          return changed;
        },
      }),
  };
}

export const storyCounters = createStoryCounters(SETTLE_MS);
