import type { Types } from 'mongoose';
import { forbidden, notFound } from '../http/app-error.js';
import { type PostDoc, PostModel } from './post.model.js';

/** What only the author of a story may do, for the message of the 403. */
type AuthorAction = 'change' | 'delete' | 'read the versions of';

/** Returns a story to its author. @throws AppError 404 without a story, 403 for another author. */
export function requireAuthor<T extends Pick<PostDoc, 'authorId'>>(
  post: T | null,
  authorId: string,
  action: AuthorAction,
): T {
  if (!post) throw notFound('Post not found');
  if (!post.authorId.equals(authorId)) {
    throw forbidden('not_the_author', `Only the author can ${action} this story`);
  }
  return post;
}

/** Finds a story for its author. @throws AppError as `requireAuthor`. */
export async function requireOwnPost(
  authorId: string,
  postId: string | Types.ObjectId,
  action: AuthorAction,
): Promise<Omit<PostDoc, 'searchTokens'>> {
  const post = await PostModel.findById(postId).select('-searchTokens').lean<PostDoc>();
  return requireAuthor(post, authorId, action);
}
