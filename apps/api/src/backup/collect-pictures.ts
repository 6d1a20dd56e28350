import { setTimeout as delay } from 'node:timers/promises';
import { BlobModel, MediaModel } from '../media/media.model.js';
import type { RawDocument } from './archive-format.js';
import { type AnyModel, PICTURE_FIELDS } from './archived-models.js';
import { findRaw, findRawByIds, toId, type WriteDocument } from './raw-documents.js';

/** A picture may be replaced while it is read: then the record is read again, since it refers to the new one. */
const PICTURE_ATTEMPTS = 8;
const PICTURE_RETRY_DELAY_MS = 50;
/** Blobs used within this time are safe from the sweep, which waits a day, for as long as a backup may take. */
const RECENT_USE_MS = 12 * 60 * 60 * 1000;

/** Protects blobs from the sweep, so that their files stay until they are copied. */
async function protectFromSweep(blobIds: readonly string[]): Promise<void> {
  const notRecentlyUsed = { usedAt: { $lt: new Date(Date.now() - RECENT_USE_MS) } };
  await BlobModel.collection.updateMany(
    { _id: { $in: blobIds as never[] }, ...notRecentlyUsed },
    { $set: { usedAt: new Date() } },
  );
}

/** Writes the pictures of records, each blob once. */
export function createPictureCollector(write: WriteDocument) {
  const writtenBlobs = new Set<string>();
  let missingPictures = 0;

  /** Writes the pictures with these keys. @returns the keys that exist. */
  async function writePictures(keys: readonly string[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set();
    const media = await findRaw(MediaModel, { key: { $in: [...keys] } }).toArray();
    const blobIds = [...new Set(media.map(({ blobId }) => toId(blobId)))];
    await protectFromSweep(blobIds);
    const blobs = await findRawByIds(BlobModel, blobIds).toArray();
    for (const blob of blobs) {
      if (writtenBlobs.has(toId(blob._id))) continue;
      writtenBlobs.add(toId(blob._id));
      await write(BlobModel, blob);
    }
    const foundBlobs = new Set(blobs.map(({ _id }) => toId(_id)));
    const complete = media.filter(({ blobId }) => foundBlobs.has(toId(blobId)));
    for (const row of complete) await write(MediaModel, row);
    return new Set(complete.map(({ key }) => toId(key)));
  }

  return {
    /** Pictures that records refer to and that do not exist. */
    missingPictures: () => missingPictures,

    /**
     * Writes the pictures of records.
     *
     * @returns the records; those whose picture was replaced meanwhile in their new state, without deleted ones.
     */
    async withPictures(model: AnyModel, records: readonly RawDocument[]): Promise<RawDocument[]> {
      const field = PICTURE_FIELDS.get(model) ?? '';
      const keyOf = (record: RawDocument): string | undefined => record[field]?.key;
      const done: RawDocument[] = [];
      let pending = records;
      for (let attempt = 1; ; attempt += 1) {
        const foundKeys = await writePictures(pending.flatMap((record) => keyOf(record) ?? []));
        const isMissing = (record: RawDocument) => {
          const key = keyOf(record);
          return key !== undefined && !foundKeys.has(key);
        };
        done.push(...pending.filter((record) => !isMissing(record)));
        const missing = pending.filter(isMissing);
        if (missing.length === 0) return done;
        if (attempt === PICTURE_ATTEMPTS) {
          // The picture was lost before the backup: the copy is as incomplete as the original.
          missingPictures += missing.length;
          return [...done, ...missing];
        }
        await delay(PICTURE_RETRY_DELAY_MS * attempt);
        // Deleted records are not found again, nor are their pictures needed.
        pending = await findRawByIds(
          model,
          missing.map(({ _id }) => _id),
        ).toArray();
      }
    },
  };
}
export type PictureCollector = ReturnType<typeof createPictureCollector>;
