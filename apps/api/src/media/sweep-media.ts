import mongoose, { type Types } from 'mongoose';
import type { ImageStorage, ListedFile } from './image-storage.js';
import { BlobModel, type MediaDoc, MediaModel } from './media.model.js';
import type { IsPictureReferenced } from './media.service.js';

/** How many of each were removed. */
export interface SweepResult {
  /** Keys without a record. */
  media: number;
  /** Pictures without a key. */
  blobs: number;
  /** Files without a picture. */
  files: number;
}

interface SweepInput {
  storage: ImageStorage;
  now: Date;
  isReferenced: IsPictureReferenced;
}

/** A picture is stored before its record is written: whatever is younger may still get its record. */
const MIN_AGE_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;

/** Walks one collection in the order of its ids. */
async function* inBatches<T extends { _id: unknown }>(find: (after: T | null) => PromiseLike<T[]>) {
  let last: T | null = null;
  for (;;) {
    const rows: T[] = await find(last);
    if (rows.length > 0) yield rows;
    last = rows.at(-1) ?? null;
    if (rows.length < BATCH) return;
  }
}

type KeyRow = Pick<MediaDoc, 'kind' | 'recordId' | 'key'> & { _id: Types.ObjectId };

/** Keys whose record is gone or holds another picture. */
async function sweepKeys(olderThan: Date, isReferenced: IsPictureReferenced): Promise<number> {
  const olderThanFilter = { createdAt: mongoose.trusted({ $lt: olderThan }) };
  const find = (after: KeyRow | null) =>
    MediaModel.find(
      after ? { ...olderThanFilter, _id: mongoose.trusted({ $gt: after._id }) } : olderThanFilter,
    )
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<KeyRow[]>();
  let removed = 0;
  for await (const rows of inBatches(find)) {
    const orphans: Types.ObjectId[] = [];
    // One after the other: this is nobody's hurry.
    for (const { _id, kind, recordId, key } of rows) {
      if (!(await isReferenced(kind, recordId.toHexString(), key))) orphans.push(_id);
    }
    removed += (await MediaModel.deleteMany({ _id: mongoose.trusted({ $in: orphans }) })).deletedCount;
  }
  return removed;
}

/** Pictures that no key names. Taking one marks it as used first, so the condition spares it. */
async function sweepBlobs(olderThan: Date): Promise<number> {
  const unusedFilter = { usedAt: mongoose.trusted({ $lt: olderThan }) };
  const find = (after: { _id: string } | null) =>
    BlobModel.find(
      after ? { ...unusedFilter, _id: mongoose.trusted({ $gt: after._id }) } : unusedFilter,
      '_id',
    )
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<{ _id: string }[]>();
  let removed = 0;
  for await (const rows of inBatches(find)) {
    const ids = rows.map(({ _id }) => _id);
    const referenced = new Set(
      await MediaModel.distinct('blobId', { blobId: mongoose.trusted({ $in: ids }) }),
    );
    const orphans = ids.filter((id) => !referenced.has(id));
    const deleted = await BlobModel.deleteMany({ ...unusedFilter, _id: mongoose.trusted({ $in: orphans }) });
    removed += deleted.deletedCount;
  }
  return removed;
}

/** `ab/{fileId}-{width}.webp`, and leftovers that have other names. */
const fileIdOf = (key: string) => /\/([0-9a-f]{32})-\d+\.webp$/.exec(key)?.[1] ?? '';

/** Files of no picture. A picture stored again gets files of a new name, so none of these can come back to life. */
async function sweepFiles(storage: ImageStorage, olderThan: Date): Promise<number> {
  let removed = 0;
  async function removeOrphans(files: readonly ListedFile[]) {
    const fileIds = files.map(({ key }) => fileIdOf(key));
    const knownFileIds = new Set(
      await BlobModel.distinct('fileId', { fileId: mongoose.trusted({ $in: fileIds }) }),
    );
    for (const { key } of files.filter((file) => !knownFileIds.has(fileIdOf(file.key)))) {
      await storage.remove(key);
      removed += 1;
    }
  }
  let batch: ListedFile[] = [];
  for await (const file of storage.list()) {
    if (file.modifiedAt >= olderThan) continue;
    batch.push(file);
    if (batch.length < BATCH) continue;
    await removeOrphans(batch);
    batch = [];
  }
  if (batch.length > 0) await removeOrphans(batch);
  return removed;
}

/** Keys first, then what they leave: pictures, then files. Each step stands alone, so a stop in between costs nothing. */
export async function sweepMedia({ storage, now, isReferenced }: SweepInput): Promise<SweepResult> {
  const olderThan = new Date(now.getTime() - MIN_AGE_MS);
  return {
    media: await sweepKeys(olderThan, isReferenced),
    blobs: await sweepBlobs(olderThan),
    files: await sweepFiles(storage, olderThan),
  };
}
