import type { ImageMeta } from '@safarnama/contracts';
import mongoose from 'mongoose';
import { BlobModel, type MediaDoc, MediaModel } from './media.model.js';

type UploadDoc = Pick<MediaDoc, 'key' | 'blobId'>;

/**
 * Finds which of these pictures a user has uploaded for the text of a story, and protects them from the sweep until the
 * text is stored.
 *
 * @returns their sizes by key.
 */
export async function reserveUploads(
  userId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ImageMeta>> {
  if (keys.length === 0) return new Map();
  const filter = { key: mongoose.trusted({ $in: [...keys] }), kind: 'upload', recordId: userId } as const;
  // Updated first, so that the sweep either sees the new time or has already removed the picture.
  await MediaModel.updateMany(filter, { $set: { usedAt: new Date() } });
  const rows = await MediaModel.find(filter).select('key blobId').lean<UploadDoc[]>();
  const blobs = await BlobModel.find({ _id: mongoose.trusted({ $in: rows.map(({ blobId }) => blobId) }) })
    .select('meta')
    .lean();
  const metas = new Map(
    blobs.map(({ _id, meta: { width, height, thumbhash } }) => [_id, { width, height, thumbhash }]),
  );
  return new Map(
    rows.flatMap(({ key, blobId }) => {
      const meta = metas.get(blobId);
      return meta ? [[key, meta] as const] : [];
    }),
  );
}
