import type { Types } from 'mongoose';
import { forbidden, notFound } from '../http/app-error.js';
import { type PostDoc, PostModel } from './post.model.js';

/** A stored story without its words for search. */
export type StoredPost = Omit<PostDoc, 'searchWords'>;

/** Errors of other authors, by what only the author of a story may do. */
const REJECTIONS = {
  change: () => forbidden('not_the_author', 'Only the writer can change this story'),
  delete: () => forbidden('not_the_author_delete', 'Only the writer can delete this story'),
  unpublish: () => forbidden('not_the_author_unpublish', 'Only the writer can unpublish this story'),
  edit: () => forbidden('not_the_author_edit', 'Only the writer can edit this story'),
  restore: () => forbidden('not_the_author_restore', 'Only the writer can restore this story'),
  readVersions: () =>
    forbidden('not_the_author_versions', 'Only the writer can read the versions of this story'),
};
type AuthorAction = keyof typeof REJECTIONS;

/** Returns a story to its author. @throws AppError 404 without a story, 403 for another author. */
export function requireAuthor<T extends Pick<PostDoc, 'authorId'>>(
  post: T | null,
  authorId: string,
  action: AuthorAction,
): T {
  if (!post) throw notFound('Post not found');
  if (!post.authorId.equals(authorId)) throw REJECTIONS[action]();
  return post;
}

/** Finds the author of a story. @throws AppError 404 for an unknown story. */
export async function requirePostAuthor(postId: string): Promise<Types.ObjectId> {
  const post = await PostModel.findById(postId).select('authorId').lean<Pick<PostDoc, 'authorId'>>();
  if (!post) throw notFound('Post not found');
  return post.authorId;
}

/** Finds a story for its author. @throws AppError as `requireAuthor`. */
export async function requireOwnPost(
  authorId: string,
  postId: string | Types.ObjectId,
  action: AuthorAction,
): Promise<StoredPost> {
  const post = await PostModel.findById(postId).select('-searchWords').lean<PostDoc>();
  return requireAuthor(post, authorId, action);
}
