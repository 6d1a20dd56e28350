import mongoose, { type Types } from 'mongoose';
import { badRequest, notFound } from '../http/app-error.js';
import { runForEach } from '../lib/run-for-each.js';
import { type CommentDoc, CommentModel } from './comment.model.js';

/** Deleted comments per read of the daily check. */
const BATCH_SIZE = 500;

/*
 * A comment with replies outlives its deletion as a row without text and author. It is removed once it has no replies.
 * A reply that is stored at that moment must not lose its parent, so two rules hold:
 * - after it is stored, a reply increments the parent's `threadVersion`; the reply is removed if the parent is gone;
 * - a parent is removed only if its `threadVersion` did not change since before its replies were looked up.
 */

/**
 * Finds the comment that a reply to `parentId` belongs to: a reply to a reply belongs to the comment above both.
 *
 * @throws AppError 404 for an unknown comment or one of another story; 400 for a deleted one.
 */
export async function findThread(postId: string, parentId: string): Promise<Types.ObjectId> {
  const parent = await CommentModel.findOne({ _id: parentId, postId }).lean<CommentDoc>();
  if (!parent) throw notFound('Comment not found');
  if (parent.deletedAt) {
    throw badRequest('comment_deleted', "This comment was deleted, so you can't reply to it", 'parentId');
  }
  return parent.parentId ?? parent._id;
}

/** Call after a reply is stored. @returns false when the comment it belongs to has been removed in the meantime. */
export async function confirmThread(threadId: Types.ObjectId): Promise<boolean> {
  const { matchedCount } = await CommentModel.updateOne({ _id: threadId }, { $inc: { threadVersion: 1 } });
  return matchedCount > 0;
}

/** Deletes the text and author of a comment. @returns the stored row; null when it is deleted already. */
export function emptyComment({ _id }: Pick<CommentDoc, '_id'>): Promise<CommentDoc | null> {
  const now = new Date();
  return CommentModel.findOneAndUpdate(
    { _id, deletedAt: null },
    // Without the key, a late repeat of the request adds the comment again, as it does for a removed one.
    {
      $set: { text: '', deletedAt: now, notificationPendingSince: now },
      $unset: { authorId: 1, clientKey: 1, editedAt: 1 },
    },
    { returnDocument: 'after' },
  ).lean<CommentDoc>();
}

async function removeUnlessNeeded(id: Types.ObjectId): Promise<CommentDoc | null> {
  for (;;) {
    const comment = await CommentModel.findById(id).lean<CommentDoc>();
    if (!comment?.deletedAt || (await CommentModel.exists({ parentId: id }))) return null;
    const threadVersion = comment.threadVersion ?? null;
    const { deletedCount } = await CommentModel.deleteOne({ _id: id, threadVersion });
    if (deletedCount > 0) return comment;
  }
}

/**
 * Removes a deleted comment that has no replies, and then its deleted parent if that has none left.
 *
 * @returns the removed rows.
 */
export async function pruneThread(id: Types.ObjectId): Promise<CommentDoc[]> {
  const removed = await removeUnlessNeeded(id);
  if (!removed) return [];
  return removed.parentId ? [removed, ...(await pruneThread(removed.parentId))] : [removed];
}

/**
 * Removes deleted comments without replies that a killed process has left. Safe to call at any time.
 *
 * @returns the number of removed rows.
 * @throws AggregateError when some could not be removed, after all others have been.
 */
export async function pruneThreads(): Promise<number> {
  let removed = 0;
  const deleted = CommentModel.find({ deletedAt: mongoose.trusted({ $gt: new Date(0) }) })
    .select('_id')
    .lean<Pick<CommentDoc, '_id'>[]>()
    .cursor({ batchSize: BATCH_SIZE });
  await runForEach(deleted, 'Deleted comments could not be removed', async ({ _id }) => {
    removed += (await pruneThread(_id)).length;
  });
  return removed;
}
