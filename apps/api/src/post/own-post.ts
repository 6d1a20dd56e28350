import type { Types } from 'mongoose';
import { forbidden, notFound } from '../http/app-error.js';
import { type PostDoc, PostModel } from './post.model.js';

/** What only the author of a story may do, for the message of the 403, with its code. */
const AUTHOR_ACTIONS = {
  change: 'not_the_author',
  delete: 'not_the_author_delete',
  unpublish: 'not_the_author_unpublish',
  'read the versions of': 'not_the_author_versions',
} as const;
type AuthorAction = keyof typeof AUTHOR_ACTIONS;

/** Returns a story to its author. @throws AppError 404 without a story, 403 for another author. */
function requireAuthor<T extends Pick<PostDoc, 'authorId'>>(
  post: T | null,
  authorId: string,
  action: AuthorAction,
): T {
  if (!post) throw notFound('Post not found');
  if (!post.authorId.equals(authorId)) {
    throw forbidden(AUTHOR_ACTIONS[action], `Only the writer can ${action} this story`);
  }
  return post;
}

/** Finds a story for its author. @throws AppError as `requireAuthor`. */
export async function requireOwnPost(
  authorId: string,
  postId: string | Types.ObjectId,
  action: AuthorAction,
): Promise<Omit<PostDoc, 'searchWords'>> {
  const post = await PostModel.findById(postId).select('-searchWords').lean<PostDoc>();
  return requireAuthor(post, authorId, action);
}
