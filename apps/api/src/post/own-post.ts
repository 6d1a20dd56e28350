import type { Types } from 'mongoose';
import { forbidden, notFound } from '../http/app-error.js';
import { type PostDoc, PostModel } from './post.model.js';

/**
 * Finds a story for its author.
 *
 * @param action - what only the author may do, for the message of the 403.
 * @throws AppError 404 for an unknown story, 403 for another author.
 */
export async function requireOwnPost(
  authorId: string,
  postId: string | Types.ObjectId,
  action: 'change' | 'delete' | 'read the versions of',
): Promise<Omit<PostDoc, 'searchTokens'>> {
  const post = await PostModel.findById(postId).select('-searchTokens').lean<PostDoc>();
  if (!post) throw notFound('Post not found');
  if (!post.authorId.equals(authorId)) {
    throw forbidden('not_the_author', `Only the author can ${action} this story`);
  }
  return post;
}
