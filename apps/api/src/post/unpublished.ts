import mongoose, { type Types } from 'mongoose';
import { type DeletedPostDoc, DeletedPostModel } from './deleted-post.model.js';

/** Matches unpublished stories among the deleted and unpublished ones. */
export const unpublishedFilter = { unpublishedAt: mongoose.trusted({ $ne: null }) };

/** Finds which of these stories are unpublished. */
export async function findUnpublished(ids: readonly Types.ObjectId[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  // Some engines scan the whole collection for a filter with more conditions than its index.
  const hidden = await DeletedPostModel.find({ _id: mongoose.trusted({ $in: [...ids] }) })
    .select('unpublishedAt')
    .lean<Pick<DeletedPostDoc, '_id' | 'unpublishedAt'>[]>();
  return new Set(hidden.flatMap(({ _id, unpublishedAt }) => (unpublishedAt ? [_id.toHexString()] : [])));
}

/** Deletes an unpublished story of a user, which can then be restored like any deleted story. */
export async function deleteUnpublished(authorId: string, postId: string): Promise<void> {
  await DeletedPostModel.updateOne(
    { _id: postId, authorId, ...unpublishedFilter },
    { $set: { deletedAt: new Date() }, $unset: { unpublishedAt: 1 } },
  );
}
