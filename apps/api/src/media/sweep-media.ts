import mongoose, { type Types } from 'mongoose';
import type { ImageStorage, ListedFile } from './image-storage.js';
import { BlobModel, type MediaDoc, MediaModel } from './media.model.js';
import { isOwnFile, parseFileId } from './storage-key.js';
import { requireOwnStorage } from './storage-owner.js';

/** Whether a record exists and has the picture with this key. */
export type IsPictureReferenced = (kind: MediaDoc['kind'], recordId: string, key: string) => Promise<boolean>;

/** How many of each kind were removed. */
export interface SweepResult {
  /** Media rows without a record. */
  media: number;
  /** Blobs without a media row. */
  blobs: number;
  /** Files without a blob. */
  files: number;
}

interface SweepInput {
  storage: ImageStorage;
  now: Date;
  isReferenced: IsPictureReferenced;
}

/** A picture is stored before its record: the record of a younger picture may still be written. */
const MIN_AGE_MS = 24 * 60 * 60 * 1000;
/** Rows or files per batch. On a busy machine, the Python engine takes seconds to delete 500: connections time out. */
const BATCH_SIZE = 100;

/** Iterates over a collection in batches, in the order of its ids. */
async function* readInBatches<T extends { _id: unknown }>(find: (after: T | null) => PromiseLike<T[]>) {
  let last: T | null = null;
  for (;;) {
    const rows: T[] = await find(last);
    if (rows.length > 0) yield rows;
    last = rows.at(-1) ?? null;
    if (rows.length < BATCH_SIZE) return;
  }
}

type StoredMedia = Pick<MediaDoc, 'kind' | 'recordId' | 'key'> & { _id: Types.ObjectId };

/** Removes media rows whose record is missing or has another picture. */
async function sweepMediaRows(olderThan: Date, isReferenced: IsPictureReferenced): Promise<number> {
  const olderThanFilter = { createdAt: mongoose.trusted({ $lt: olderThan }) };
  const find = (after: StoredMedia | null) =>
    MediaModel.find(
      after ? { ...olderThanFilter, _id: mongoose.trusted({ $gt: after._id }) } : olderThanFilter,
    )
      .sort({ _id: 1 })
      .limit(BATCH_SIZE)
      .lean<StoredMedia[]>();
  let removed = 0;
  for await (const rows of readInBatches(find)) {
    const orphans: Types.ObjectId[] = [];
    // One lookup at a time, to keep the load low: no user waits for the sweep.
    for (const { _id, kind, recordId, key } of rows) {
      if (!(await isReferenced(kind, recordId.toHexString(), key))) orphans.push(_id);
    }
    const deleted = await MediaModel.deleteMany({
      _id: mongoose.trusted({ $in: orphans }),
      // A text with an uploaded picture may have been saved since.
      $or: [{ usedAt: null }, { usedAt: mongoose.trusted({ $lt: olderThan }) }],
    });
    removed += deleted.deletedCount;
  }
  return removed;
}

/** Removes blobs without a media row. Using a blob updates `usedAt` first, so the filter excludes it. */
async function sweepBlobs(olderThan: Date): Promise<number> {
  const unusedFilter = { usedAt: mongoose.trusted({ $lt: olderThan }) };
  const find = (after: { _id: string } | null) =>
    BlobModel.find(
      after ? { ...unusedFilter, _id: mongoose.trusted({ $gt: after._id }) } : unusedFilter,
      '_id',
    )
      .sort({ _id: 1 })
      .limit(BATCH_SIZE)
      .lean<{ _id: string }[]>();
  let removed = 0;
  for await (const rows of readInBatches(find)) {
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

/** Removes own files without a blob. A picture that is stored again gets a new file id, so none of them is in use. */
async function sweepFiles(storage: ImageStorage, olderThan: Date): Promise<number> {
  await requireOwnStorage(storage);
  let removed = 0;
  async function removeOrphans(files: readonly ListedFile[]) {
    const fileIds = files.map(({ key }) => parseFileId(key));
    const knownFileIds = new Set(
      await BlobModel.distinct('fileId', { fileId: mongoose.trusted({ $in: fileIds }) }),
    );
    for (const { key } of files.filter((file) => !knownFileIds.has(parseFileId(file.key)))) {
      await storage.remove(key);
      removed += 1;
    }
  }
  let batch: ListedFile[] = [];
  for await (const file of storage.list()) {
    if (file.modifiedAt >= olderThan || !isOwnFile(file.key)) continue;
    batch.push(file);
    if (batch.length < BATCH_SIZE) continue;
    await removeOrphans(batch);
    batch = [];
  }
  if (batch.length > 0) await removeOrphans(batch);
  return removed;
}

/**
 * Removes orphaned media rows, then blobs, then files. The steps are independent, so the sweep can be interrupted.
 *
 * @throws Error when the storage belongs to another database, after rows and blobs have been removed; errors of the
 *   database and the storage.
 */
export async function sweepMedia({ storage, now, isReferenced }: SweepInput): Promise<SweepResult> {
  const olderThan = new Date(now.getTime() - MIN_AGE_MS);
  return {
    media: await sweepMediaRows(olderThan, isReferenced),
    blobs: await sweepBlobs(olderThan),
    files: await sweepFiles(storage, olderThan),
  };
}
