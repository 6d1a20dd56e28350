import mongoose, { type Types } from 'mongoose';
import { type DraftDoc, DraftModel } from './draft.model.js';

/** Due drafts per read. */
const BATCH_SIZE = 100;

/** A draft whose time to be published has come. */
export type DueDraft = Pick<DraftDoc, '_id' | 'userId' | 'key'>;

/** Why a draft could not be published at its time. */
export interface PublishError {
  code: string;
  message: string;
}

/** The fields of a `PublishError`, for `$unset`. */
export const PUBLISH_ERROR_FIELDS = { publishError: 1, publishErrorCode: 1 } as const;

/** Lists the drafts whose time has come, earliest first. Reads them in batches, as there may be many. */
export function listDue(now: Date): AsyncIterable<DueDraft> {
  return DraftModel.find({ publishAt: mongoose.trusted({ $lte: now }) })
    .sort({ publishAt: 1, _id: 1 })
    .select('userId key')
    .lean<DueDraft[]>()
    .cursor({ batchSize: BATCH_SIZE });
}

/** Finds a draft if its time has come. */
export function findDue(_id: Types.ObjectId, now: Date): Promise<DraftDoc | null> {
  return DraftModel.findOne({ _id, publishAt: mongoose.trusted({ $lte: now }) }).lean<DraftDoc>();
}

/**
 * Stores which version of a draft is published, for the case that the process is killed before it deletes the draft.
 *
 * @returns false when the draft was changed, rescheduled or deleted since it was read.
 */
export async function beginPublication({ _id, version, publishAt = null }: DraftDoc): Promise<boolean> {
  const { matchedCount } = await DraftModel.updateOne(
    { _id, version, publishAt },
    { $set: { publishedVersion: version } },
    { timestamps: false },
  );
  return matchedCount === 1;
}

/** Cancels a schedule and stores the reason, unless the draft was changed, rescheduled or deleted since it was read. */
export async function refusePublication(
  { _id, version, publishAt = null }: DraftDoc,
  { code, message }: PublishError,
): Promise<void> {
  await DraftModel.updateOne(
    { _id, version, publishAt },
    { $set: { publishError: message, publishErrorCode: code }, $unset: { publishAt: 1 } },
    { timestamps: false },
  );
}

/** Turns a draft that remains after its story was published into an edit of that story. */
export async function continueAsEdit(
  { userId, key }: Pick<DraftDoc, 'userId' | 'key'>,
  postId: string,
): Promise<void> {
  await DraftModel.updateOne(
    { userId, key },
    {
      $set: { postId, baseVersion: 1 },
      $unset: { publishAt: 1, ...PUBLISH_ERROR_FIELDS, publishedVersion: 1 },
    },
    { timestamps: false },
  );
}
