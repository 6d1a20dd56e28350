import { type BookmarkAnswer, LIKE_BASE, type LikeAnswer } from '@safarnama/contracts';
import type { Types } from 'mongoose';
import { isDuplicateOf } from '../config/mongo.js';
import { forbidden, notFound } from '../http/app-error.js';
import { BookmarkModel, LikeModel, type MarkModel } from './mark.model.js';
import { PostModel } from './post.model.js';

interface MarkedPost {
  _id: Types.ObjectId;
  authorId: Types.ObjectId;
  likes: number;
}

async function requirePost(postId: string): Promise<MarkedPost> {
  const post = await PostModel.findById(postId).select('authorId likes').lean<MarkedPost>();
  if (!post) throw notFound('Post not found');
  return post;
}

/**
 * Adds a mark. False when it was there; the unique index decides between parallel tries.
 *
 * @throws AppError 404 when the story was deleted in the meantime, whose marks went before this one came.
 */
async function add(model: MarkModel, userId: string, postId: string): Promise<boolean> {
  try {
    await model.create({ userId, postId });
  } catch (error) {
    if (isDuplicateOf(error, 'postId')) return false;
    throw error;
  }
  if (await PostModel.exists({ _id: postId })) return true;
  // One model type for the call: the two differ in name only.
  await (model as typeof LikeModel).deleteOne({ userId, postId });
  throw notFound('Post not found');
}

/** Moves the counter with each mark that really came or went, and gives the new count. @throws AppError 404. */
async function count(post: MarkedPost, change: 1 | -1 | 0): Promise<number> {
  if (change === 0) return post.likes;
  const after = await PostModel.findByIdAndUpdate(
    post._id,
    { $inc: { likes: change } },
    { returnDocument: 'after', timestamps: false },
  )
    .select('likes')
    .lean<MarkedPost>();
  if (!after) throw notFound('Post not found');
  return after.likes;
}

/** Likes and bookmarks: all four are safe to repeat. */
export function createMarkService() {
  return {
    /** @throws AppError 404; 403 for one's own story. */
    async like(userId: string, postId: string): Promise<LikeAnswer> {
      const post = await requirePost(postId);
      if (post.authorId.equals(userId)) throw forbidden('own_post', 'You cannot like your own post');
      const isNew = await add(LikeModel, userId, postId);
      return { likeCount: LIKE_BASE + (await count(post, isNew ? 1 : 0)), likedByMe: true };
    },

    /** @throws AppError 404. */
    async unlike(userId: string, postId: string): Promise<LikeAnswer> {
      const post = await requirePost(postId);
      const { deletedCount } = await LikeModel.deleteOne({ userId, postId });
      return { likeCount: LIKE_BASE + (await count(post, deletedCount > 0 ? -1 : 0)), likedByMe: false };
    },

    /** @throws AppError 404. */
    async bookmark(userId: string, postId: string): Promise<BookmarkAnswer> {
      await requirePost(postId);
      await add(BookmarkModel, userId, postId);
      return { bookmarkedByMe: true };
    },

    /** @throws AppError 404. */
    async unbookmark(userId: string, postId: string): Promise<BookmarkAnswer> {
      await requirePost(postId);
      await BookmarkModel.deleteOne({ userId, postId });
      return { bookmarkedByMe: false };
    },
  };
}
export type MarkService = ReturnType<typeof createMarkService>;
