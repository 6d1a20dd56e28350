import { setTimeout as delay } from 'node:timers/promises';
import mongoose, { type Types } from 'mongoose';
import { CommentModel } from '../post/comment.model.js';
import { PostModel } from '../post/post.model.js';
import { countByPost } from '../post/post-counts.js';
import { LikeModel } from '../post/reaction.model.js';
import { type Migration, walkCollection } from './migration.js';

interface Counters {
  _id: Types.ObjectId;
  likes: number;
  comments: number;
}

/** A request stores a like or comment and then updates the counter: it ends within this time. */
const GRACE_MS = 6_500;

/** Finds the stories whose counters differ from the numbers of stored likes and comments. */
async function findMismatches(
  stories: readonly Counters[],
): Promise<{ stored: Counters; actual: Counters }[]> {
  const ids = stories.map(({ _id }) => _id);
  const [likes, comments] = await Promise.all([countByPost(LikeModel, ids), countByPost(CommentModel, ids)]);
  return stories.flatMap((stored) => {
    const id = stored._id.toHexString();
    const actual = { _id: stored._id, likes: likes.get(id) ?? 0, comments: comments.get(id) ?? 0 };
    return actual.likes === stored.likes && actual.comments === stored.comments ? [] : [{ stored, actual }];
  });
}

/**
 * Corrects the counters of likes and comments: a process that was killed between storing a like or comment and updating
 * the counter has left it wrong.
 *
 * @param graceMs - a counter is corrected only if it has the same mismatch before and after this time; otherwise a
 *   request is between the two writes.
 */
export function createStoryCounters(graceMs: number): Migration {
  return {
    name: '003-story-counters',
    isBackwardCompatible: true,
    count: () => PostModel.estimatedDocumentCount(),
    runBatch: (checkpoint, signal) =>
      walkCollection<Counters>({
        model: PostModel,
        fields: 'likes comments',
        batchSize: 500,
        checkpoint,
        async handle(stories) {
          const suspects = await findMismatches(stories);
          if (suspects.length === 0) return 0;
          await delay(graceMs, undefined, signal ? { signal } : {});
          const ids = suspects.map(({ stored }) => stored._id);
          const rechecked = await PostModel.find({ _id: mongoose.trusted({ $in: ids }) })
            .select('likes comments')
            .lean<Counters[]>();
          const before = new Map(suspects.map((suspect) => [suspect.stored._id.toHexString(), suspect]));
          let changed = 0;
          for (const { stored, actual } of await findMismatches(rechecked)) {
            const earlier = before.get(stored._id.toHexString());
            const hasChanged = (['likes', 'comments'] as const).some(
              (field) => earlier?.stored[field] !== stored[field] || earlier.actual[field] !== actual[field],
            );
            if (hasChanged) continue;
            // `repairCounts` counts the likes of the last month again where they are missing.
            const hasWrongLikes = actual.likes !== stored.likes;
            const { modifiedCount } = await PostModel.updateOne(
              { _id: stored._id, likes: stored.likes, comments: stored.comments },
              {
                $set: { likes: actual.likes, comments: actual.comments },
                ...(hasWrongLikes ? { $unset: { monthLikes: 1, monthLikesUntil: 1 } } : {}),
              },
              { timestamps: false },
            );
            changed += modifiedCount;
          }
          return changed;
        },
      }),
  };
}

export const storyCounters = createStoryCounters(GRACE_MS);
