import type { Author, Comment, CommentInput, CommentPage, PageQuery } from '@safarnama/contracts';
import type { Types } from 'mongoose';
import { isDuplicateKeyError } from '../config/mongo.js';
import { forbidden, notFound } from '../http/app-error.js';
import { decodeDatePosition, encodeDatePosition } from '../http/cursor.js';
import { afterPosition, cutPage } from '../http/keyset-page.js';
import type { UserService } from '../user/user.service.js';
import { type CommentDoc, CommentModel } from './comment.model.js';
import { PostModel } from './post.model.js';
import { recount } from './post-counts.js';

const PAGE_LENGTH = 50;

function presentComment(comment: CommentDoc, author: Author): Comment {
  return {
    _id: comment._id.toHexString(),
    text: comment.text,
    createdAt: comment.createdAt.toISOString(),
    authorId: author,
  };
}

async function requirePostAuthor(postId: string): Promise<Types.ObjectId> {
  const post = await PostModel.findById(postId).select('authorId').lean<{ authorId: Types.ObjectId }>();
  if (!post) throw notFound('Post not found');
  return post.authorId;
}

/** Stores a comment, or finds the one that is stored under its `clientCommentId`. */
async function storeComment(
  userId: string,
  postId: string,
  { text, clientCommentId }: CommentInput,
): Promise<{ comment: CommentDoc; isNew: boolean }> {
  const keyFields = clientCommentId === undefined ? {} : { clientKey: `${userId}:${clientCommentId}` };
  const findExisting = async () =>
    keyFields.clientKey === undefined ? null : CommentModel.findOne(keyFields).lean<CommentDoc>();

  const existing = await findExisting();
  if (existing) return { comment: existing, isNew: false };
  await requirePostAuthor(postId);
  try {
    const doc = await CommentModel.create({ postId, authorId: userId, text, ...keyFields });
    return { comment: doc.toObject<CommentDoc>(), isNew: true };
  } catch (error) {
    // The same comment in parallel was quicker.
    const stored = isDuplicateKeyError(error, 'clientKey') ? await findExisting() : null;
    if (!stored) throw error;
    return { comment: stored, isNew: false };
  }
}

export function createCommentService({ users }: { users: UserService }) {
  return {
    /** Oldest first. @throws AppError 404 when there is no such story. */
    async list(postId: string, { limit = PAGE_LENGTH, cursor }: PageQuery): Promise<CommentPage> {
      await requirePostAuthor(postId);
      const found = await CommentModel.find({
        postId,
        ...afterPosition('createdAt', 1, decodeDatePosition(cursor)),
      })
        .sort({ createdAt: 1, _id: 1 })
        .limit(limit + 1)
        .lean<CommentDoc[]>();
      const { rows, nextCursor } = cutPage(found, limit, (last) => encodeDatePosition(last.createdAt, last));
      const authorOf = await users.loadAuthors(rows.map((comment) => comment.authorId));
      return {
        comments: rows.map((comment) => presentComment(comment, authorOf(comment.authorId))),
        nextCursor,
      };
    },

    /**
     * Comments a story; with a known `clientCommentId` of the same person gives the comment that is stored under it,
     * whatever its text and its story.
     *
     * @throws AppError 404 when there is no such story.
     */
    async add(
      userId: string,
      postId: string,
      input: CommentInput,
    ): Promise<{ comment: Comment; isNew: boolean }> {
      const { comment, isNew } = await storeComment(userId, postId, input);
      // Also for a repeat: the first try may have ended before it counted.
      if (!(await recount(comment.postId))) {
        // Deleted in the meantime: its comments went before this one came.
        await CommentModel.deleteOne({ _id: comment._id });
        throw notFound('Post not found');
      }
      const authorOf = await users.loadAuthors([comment.authorId]);
      return { comment: presentComment(comment, authorOf(comment.authorId)), isNew };
    },

    /** For the comment's writer and for the story's author. @throws AppError 404, 403. */
    async remove(userId: string, postId: string, commentId: string): Promise<void> {
      const postAuthorId = await requirePostAuthor(postId);
      const comment = await CommentModel.findOne({ _id: commentId, postId }).lean<CommentDoc>();
      if (!comment) {
        // A first try may have ended before it counted.
        await recount(postId);
        throw notFound('Comment not found');
      }
      if (!comment.authorId.equals(userId) && !postAuthorId.equals(userId)) {
        throw forbidden(
          'not_the_author',
          'Only its writer or the author of the post can delete this comment',
        );
      }
      await CommentModel.deleteOne({ _id: commentId });
      await recount(postId);
    },
  };
}
export type CommentService = ReturnType<typeof createCommentService>;
