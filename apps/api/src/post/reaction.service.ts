import { type BookmarkResponse, LIKE_BASE, type LikeResponse } from '@safarnama/contracts';
import { forbidden, notFound } from '../http/app-error.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import type { Notifier } from '../notification/notifier.js';
import { requirePostAuthor } from './own-post.js';
import { PostModel } from './post.model.js';
import { recount, verifyLikes } from './post-counts.js';
import { BookmarkModel, LikeModel, type PostReactionModel } from './reaction.model.js';

/**
 * Adds a reaction; the unique index decides between concurrent requests.
 *
 * @returns null if it exists already.
 */
async function addReaction(model: PostReactionModel, userId: string, postId: string) {
  try {
    // The cast is safe: `userId` and `postId` are the same in both models.
    return await (model as typeof LikeModel).create({ userId, postId });
  } catch (error) {
    if (isDuplicateKeyError(error, 'postId')) return null;
    throw error;
  }
}

/** Creates the service of likes and bookmarks. All operations are idempotent. */
export function createReactionService({ notifier }: { notifier: Pick<Notifier, 'liked'> }) {
  return {
    /** @throws AppError 404; 403 for the user's own story. */
    async like(userId: string, postId: string): Promise<LikeResponse> {
      const authorId = await requirePostAuthor(postId);
      if (authorId.equals(userId)) throw forbidden('own_post', "You can't like your own story");
      const added = await addReaction(LikeModel, userId, postId);
      const counts = await (added ? recount(postId, 'likes') : verifyLikes(postId));
      if (!counts) {
        // The story was deleted concurrently. A like stored earlier is removed or restored with its story.
        if (added) {
          await added.deleteOne();
          // A restoration that has ended in the meantime may have counted it.
          await recount(postId, 'likes');
        }
        throw notFound('Post not found');
      }
      // Also after a repeat, in case the first attempt was interrupted.
      const like = added ?? (await LikeModel.findOne({ userId, postId }).select('postId').lean());
      if (like) notifier.liked(like);
      return { likeCount: LIKE_BASE + counts.likes, likedByMe: true };
    },

    /** @throws AppError 404. */
    async unlike(userId: string, postId: string): Promise<LikeResponse> {
      await requirePostAuthor(postId);
      const { deletedCount } = await LikeModel.deleteOne({ userId, postId });
      const counts = await (deletedCount > 0 ? recount(postId, 'likes') : verifyLikes(postId));
      if (!counts) throw notFound('Post not found');
      return { likeCount: LIKE_BASE + counts.likes, likedByMe: false };
    },

    /** @throws AppError 404. */
    async bookmark(userId: string, postId: string): Promise<BookmarkResponse> {
      await requirePostAuthor(postId);
      const added = await addReaction(BookmarkModel, userId, postId);
      if (added && !(await PostModel.exists({ _id: postId }))) {
        // The story was deleted concurrently, and its other bookmarks may have been removed already.
        await added.deleteOne();
        throw notFound('Post not found');
      }
      return { bookmarkedByMe: true };
    },

    /** @throws AppError 404. */
    async unbookmark(userId: string, postId: string): Promise<BookmarkResponse> {
      await requirePostAuthor(postId);
      await BookmarkModel.deleteOne({ userId, postId });
      return { bookmarkedByMe: false };
    },
  };
}
export type ReactionService = ReturnType<typeof createReactionService>;
