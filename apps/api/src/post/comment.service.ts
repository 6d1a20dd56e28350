import type { Author, Comment, CommentInput, CommentPage, PageQuery } from '@safarnama/contracts';
import type { Types } from 'mongoose';
import { forbidden, notFound } from '../http/app-error.js';
import { decodeDatePosition, encodeDatePosition } from '../http/cursor.js';
import { afterPosition, cutPage } from '../http/keyset-page.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
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

/** Stores a comment, or finds the one stored earlier with the same `clientCommentId`. */
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
    // A concurrent request with the same id was first.
    const stored = isDuplicateKeyError(error, 'clientKey') ? await findExisting() : null;
    if (!stored) throw error;
    return { comment: stored, isNew: false };
  }
}

export function createCommentService({ users }: { users: UserService }) {
  return {
    /** Lists the comments of a story, oldest first. @throws AppError 404 for an unknown story. */
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
     * Adds a comment to a story. With a `clientCommentId` that the same user has used before, returns the stored comment,
     * whatever its text and story.
     *
     * @throws AppError 404 for an unknown story.
     */
    async add(
      userId: string,
      postId: string,
      input: CommentInput,
    ): Promise<{ comment: Comment; isNew: boolean }> {
      const { comment, isNew } = await storeComment(userId, postId, input);
      // Also after a repeat: the first attempt may have been interrupted before the count was updated.
      if (!(await recount(comment.postId))) {
        // The story was deleted concurrently. A comment stored earlier is removed or restored with its story.
        if (isNew) await CommentModel.deleteOne({ _id: comment._id });
        throw notFound('Post not found');
      }
      const authorOf = await users.loadAuthors([comment.authorId]);
      return { comment: presentComment(comment, authorOf(comment.authorId)), isNew };
    },

    /** Deletes a comment for its author or the story's author. @throws AppError 404, 403. */
    async remove(userId: string, postId: string, commentId: string): Promise<void> {
      const postAuthorId = await requirePostAuthor(postId);
      const comment = await CommentModel.findOne({ _id: commentId, postId }).lean<CommentDoc>();
      if (!comment) {
        // An earlier attempt may have been interrupted before the count was updated.
        await recount(postId);
        throw notFound('Comment not found');
      }
      if (!comment.authorId.equals(userId) && !postAuthorId.equals(userId)) {
        throw forbidden(
          'not_the_comment_author',
          'Only its author or the author of the story can delete this comment',
        );
      }
      await CommentModel.deleteOne({ _id: commentId });
      await recount(postId);
    },
  };
}
export type CommentService = ReturnType<typeof createCommentService>;
