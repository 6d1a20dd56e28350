import { Types } from 'mongoose';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import { RemovedDraftModel } from './removed-draft.model.js';

const removedId = (userId: string, key: string) => `${userId}:${key}`;

/** Whether a draft was published or deleted, so that a late first save must not create it again. */
export async function wasRemoved(userId: string, key: string): Promise<boolean> {
  return (await RemovedDraftModel.exists({ _id: removedId(userId, key) })) !== null;
}

/** Records that a draft was published or deleted. Idempotent. */
export async function storeRemoval(userId: string, key: string): Promise<void> {
  try {
    const removal = { userId: new Types.ObjectId(userId), removedAt: new Date() };
    await RemovedDraftModel.updateOne({ _id: removedId(userId, key) }, { $set: removal }, { upsert: true });
  } catch (error) {
    // A concurrent request has stored it.
    if (!isDuplicateKeyError(error, '_id')) throw error;
  }
}

/** Takes back `storeRemoval` for a draft that remains after all. */
export async function forgetRemoval(userId: string, key: string): Promise<void> {
  await RemovedDraftModel.deleteOne({ _id: removedId(userId, key) });
}
