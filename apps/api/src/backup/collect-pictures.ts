import { setTimeout as delay } from 'node:timers/promises';
import type { AnyModel } from '../lib/any-model.js';
import { BlobModel, MediaModel } from '../media/media.model.js';
import { DeletedPostModel } from '../post/deleted-post.model.js';
import { PostModel } from '../post/post.model.js';
import type { RawDocument } from './archive-format.js';
import { PICTURE_FIELDS } from './archived-models.js';
import { findRaw, findRawByIds, toId, type WriteDocument } from './raw-documents.js';

/** Attempts per record: one whose picture was replaced during the backup is read again for the new picture. */
const PICTURE_ATTEMPTS = 8;
const PICTURE_RETRY_DELAY_MS = 50;
/** The sweep deletes unused blobs after a day: blobs used within this time need no protection during a backup. */
const RECENT_USE_MS = 12 * 60 * 60 * 1000;

/** Updates the time of last use, so that the sweep does not delete the files before they are copied. */
async function protectFromSweep(blobIds: readonly string[]): Promise<void> {
  const notRecentlyUsed = { usedAt: { $lt: new Date(Date.now() - RECENT_USE_MS) } };
  await BlobModel.collection.updateMany(
    { _id: { $in: blobIds as never[] }, ...notRecentlyUsed },
    { $set: { usedAt: new Date() } },
  );
}

/** Lists the keys of the pictures of a record, each once. */
function listKeys(model: AnyModel, record: RawDocument): string[] {
  const pictures: ({ key?: string } | null | undefined)[] = (PICTURE_FIELDS.get(model) ?? []).flatMap(
    (field) => record[field],
  );
  return [...new Set(pictures.flatMap((picture) => picture?.key ?? []))];
}

/**
 * Returns the access to a picture that fits its story in the backup: the story may have been hidden or shown since.
 * Other pictures are returned as they are.
 */
function withStoryViewers(model: AnyModel, media: RawDocument): RawDocument {
  if (media.kind !== 'post') return media;
  const { viewers: _viewers, ...shown } = media;
  if (model === PostModel) return shown;
  return model === DeletedPostModel ? { ...shown, viewers: [] } : media;
}

/** Creates a collector that writes the pictures of records to a backup, each once. */
export function createPictureCollector(write: WriteDocument) {
  const writtenBlobs = new Set<string>();
  /** Several texts can have the same picture. */
  const writtenKeys = new Set<string>();
  let missingPictures = 0;

  /** Writes the pictures of records. @returns the keys that exist. */
  async function writePictures(model: AnyModel, records: readonly RawDocument[]): Promise<Set<string>> {
    const keys = records.flatMap((record) => listKeys(model, record));
    if (keys.length === 0) return new Set();
    const media = await findRaw(MediaModel, { key: { $in: keys } }).toArray();
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
    for (const document of complete) {
      if (writtenKeys.has(toId(document.key))) continue;
      writtenKeys.add(toId(document.key));
      await write(MediaModel, withStoryViewers(model, document));
    }
    return new Set(complete.map(({ key }) => toId(key)));
  }

  return {
    /** Number of pictures that records refer to but that do not exist. */
    missingPictures: () => missingPictures,

    /**
     * Writes the pictures of records.
     *
     * @param readAgain - reads records by their ids.
     * @returns the records, without those that have been deleted in the meantime; a record whose picture was replaced
     *   is returned as read again.
     */
    async collectPictures(
      model: AnyModel,
      records: readonly RawDocument[],
      readAgain = (ids: readonly unknown[]) => findRawByIds(model, ids).toArray(),
    ): Promise<RawDocument[]> {
      const done: RawDocument[] = [];
      let pending = records;
      for (let attempt = 1; ; attempt += 1) {
        const foundKeys = await writePictures(model, pending);
        const countMissing = (record: RawDocument) =>
          listKeys(model, record).filter((key) => !foundKeys.has(key)).length;
        done.push(...pending.filter((record) => countMissing(record) === 0));
        const missing = pending.filter((record) => countMissing(record) > 0);
        if (missing.length === 0) return done;
        if (attempt === PICTURE_ATTEMPTS) {
          // After so many attempts, the picture counts as lost before the backup: the record is written without it.
          for (const record of missing) missingPictures += countMissing(record);
          return [...done, ...missing];
        }
        await delay(PICTURE_RETRY_DELAY_MS * attempt);
        // Omits records that have been deleted in the meantime: their pictures are not needed.
        pending = await readAgain(missing.map(({ _id }) => _id));
      }
    },
  };
}
export type PictureCollector = ReturnType<typeof createPictureCollector>;
