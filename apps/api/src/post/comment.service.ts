import {
  type Comment,
  type CommentInput,
  type CommentPage,
  PAGE_LENGTHS,
  type PageQuery,
  type PostCommentChange,
} from '@safarnama/contracts';
import { forbidden, notFound } from '../http/app-error.js';
import { decodeDatePosition, encodeDatePosition } from '../http/cursor.js';
import { afterPosition, cutPage } from '../http/keyset-page.js';
import { createAttemptRunner } from '../lib/attempt-runner.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import type { Notifier } from '../notification/notifier.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import type { UserService } from '../user/user.service.js';
import { type CommentDoc, CommentModel } from './comment.model.js';
import { presentComment } from './comment.presenter.js';
import { confirmThread, emptyComment, findThread, pruneThread } from './comment-threads.js';
import { requirePostAuthor } from './own-post.js';
import { recount } from './post-counts.js';

interface CommentDeps {
  users: Pick<UserService, 'loadAuthors'>;
  notifier: Pick<Notifier, 'commented' | 'commentDeleted'>;
  realtime: Pick<RealtimePort, 'commentChanged'>;
}

/** Stores a comment, or finds the one stored earlier with the same `clientCommentId`. */
async function storeComment(
  userId: string,
  postId: string,
  { text, parentId, clientCommentId }: CommentInput,
): Promise<{ comment: CommentDoc; isNew: boolean }> {
  const keyFields = clientCommentId === undefined ? {} : { clientKey: `${userId}:${clientCommentId}` };
  const findExisting = async () =>
    keyFields.clientKey === undefined ? null : CommentModel.findOne(keyFields).lean<CommentDoc>();

  const existing = await findExisting();
  if (existing) return { comment: existing, isNew: false };
  await requirePostAuthor(postId);
  const threadFields = parentId ? { parentId: await findThread(postId, parentId) } : {};
  const create = async (key: typeof keyFields) => {
    const doc = await CommentModel.create({ postId, authorId: userId, text, ...threadFields, ...key });
    return { comment: doc.toObject<CommentDoc>(), isNew: true };
  };
  try {
    return await create(keyFields);
  } catch (error) {
    if (!isDuplicateKeyError(error, 'clientKey')) throw error;
    // A concurrent request with the same id was first. If its comment has been deleted since, this one is stored
    // without the key, which the embedded native engine may not accept again (packages/database/README.md).
    const stored = await findExisting();
    return stored ? { comment: stored, isNew: false } : create({});
  }
}

/** Replaces the text of a comment. @returns the stored comment; null for a deleted one. */
function storeText({ _id }: CommentDoc, text: string): Promise<CommentDoc | null> {
  return CommentModel.findOneAndUpdate(
    { _id, deletedAt: null },
    { $set: { text, editedAt: new Date() } },
    { returnDocument: 'after' },
  ).lean<CommentDoc>();
}

export function createCommentService({ users, realtime, notifier }: CommentDeps) {
  const runAttempt = createAttemptRunner();

  async function presentAll(comments: readonly CommentDoc[]): Promise<Comment[]> {
    const authorOf = await users.loadAuthors(comments.flatMap(({ authorId }) => authorId ?? []));
    return comments.map((comment) => presentComment(comment, authorOf));
  }

  async function present(comment: CommentDoc): Promise<Comment> {
    const authorOf = await users.loadAuthors(comment.authorId ? [comment.authorId] : []);
    return presentComment(comment, authorOf);
  }

  /** Notifies the users who have the story open. @returns the comment as they receive it. */
  async function publish(
    kind: PostCommentChange['kind'],
    comment: CommentDoc,
    details: Pick<PostCommentChange, 'wasDeleted'> = {},
  ): Promise<Comment> {
    const presented = await present(comment);
    realtime.commentChanged({ postId: comment.postId.toHexString(), kind, comment: presented, ...details });
    return presented;
  }

  /**
   * Publishes the deletion of a comment, unless this process has done so; removes its notifications, and rows without
   * replies.
   */
  async function completeRemoval(emptied: CommentDoc): Promise<void> {
    // Before the other steps, which may fail: a repeat may not find the comment.
    await runAttempt(`deleted:${emptied._id}`, async (mayBeUnpublished) => {
      if (mayBeUnpublished) await publish('deleted', emptied);
    });
    await notifier.commentDeleted(emptied._id);
    const removed = await pruneThread(emptied._id);
    // Its parent was deleted earlier, and this was the last reply.
    for (const parent of removed.filter(({ _id }) => !_id.equals(emptied._id))) {
      await publish('deleted', parent, { wasDeleted: true });
    }
  }

  return {
    /** Lists the comments of a story with their replies, oldest first. @throws AppError 404 for an unknown story. */
    async list(postId: string, { limit = PAGE_LENGTHS.comments, cursor }: PageQuery): Promise<CommentPage> {
      // An invalid cursor is reported before a missing story.
      const position = decodeDatePosition(cursor);
      await requirePostAuthor(postId);
      const found = await CommentModel.find({ postId, ...afterPosition('createdAt', 1, position) })
        .sort({ createdAt: 1, _id: 1 })
        .limit(limit + 1)
        .lean<CommentDoc[]>();
      const { rows, nextCursor } = cutPage(found, limit, (last) => encodeDatePosition(last.createdAt, last));
      return { comments: await presentAll(rows), nextCursor };
    },

    /**
     * Adds a comment to a story, or a reply to one of its comments. With a `clientCommentId` that the same user has
     * used before, returns the stored comment, whatever its text and story.
     *
     * @throws AppError 404 for an unknown story or parent; 400 for a deleted parent.
     */
    async add(
      userId: string,
      postId: string,
      input: CommentInput,
    ): Promise<{ comment: Comment; isNew: boolean }> {
      const { comment, isNew } = await storeComment(userId, postId, input);
      const removeNew = async () => {
        if (!isNew) return;
        await CommentModel.deleteOne({ _id: comment._id });
        // Concurrent requests may have counted it, or kept its deleted parent because of it.
        if (comment.parentId) await pruneThread(comment.parentId);
        await recount(comment.postId, 'comments');
      };
      return runAttempt(`added:${comment._id}`, async (mayBeUnpublished) => {
        if (comment.parentId && !(await confirmThread(comment.parentId))) {
          await removeNew();
          throw notFound('Comment not found');
        }
        // Also after a repeat: the first attempt may have been interrupted before the count was updated.
        if (!(await recount(comment.postId, 'comments'))) {
          // The story was deleted concurrently. A comment stored earlier is removed or restored with its story.
          await removeNew();
          throw notFound('Post not found');
        }
        notifier.commented(comment._id);
        const isUnpublished = isNew || mayBeUnpublished;
        return { comment: await (isUnpublished ? publish('added', comment) : present(comment)), isNew };
      });
    },

    /**
     * Changes the text of a comment; does nothing if it is the same.
     *
     * @throws AppError 404, also for a deleted comment; 403 for another user's.
     */
    async edit(userId: string, postId: string, commentId: string, text: string): Promise<Comment> {
      await requirePostAuthor(postId);
      const comment = await CommentModel.findOne({ _id: commentId, postId }).lean<CommentDoc>();
      if (!comment || comment.deletedAt) throw notFound('Comment not found');
      if (!comment.authorId?.equals(userId)) {
        throw forbidden('not_the_comment_author_edit', 'Only the writer can edit this comment');
      }
      const isRepeat = comment.text === text;
      const edited = isRepeat ? comment : await storeText(comment, text);
      if (!edited) throw notFound('Comment not found');
      // The repeat of the first text: there was no change.
      if (!edited.editedAt) return present(edited);
      return runAttempt(`changed:${edited._id}:${edited.editedAt.getTime()}`, (mayBeUnpublished) =>
        isRepeat && !mayBeUnpublished ? present(edited) : publish('changed', edited),
      );
    },

    /**
     * Deletes a comment for its author or the story's author. While it has replies, it stays without text and author.
     *
     * @throws AppError 404, also for a deleted comment; 403 for any other user.
     */
    async remove(userId: string, postId: string, commentId: string): Promise<void> {
      const postAuthorId = await requirePostAuthor(postId);
      const comment = await CommentModel.findOne({ _id: commentId, postId }).lean<CommentDoc>();
      if (!comment || comment.deletedAt) {
        // An earlier attempt may have been interrupted before these steps.
        if (comment) await completeRemoval(comment);
        await recount(postId, 'comments');
        throw notFound('Comment not found');
      }
      if (!comment.authorId?.equals(userId) && !postAuthorId.equals(userId)) {
        throw forbidden(
          'not_the_comment_author',
          "Only the comment's writer or the story's writer can delete this comment",
        );
      }
      const emptied = await emptyComment(comment);
      if (!emptied) throw notFound('Comment not found');
      await completeRemoval(emptied);
      await recount(postId, 'comments');
    },
  };
}
export type CommentService = ReturnType<typeof createCommentService>;
