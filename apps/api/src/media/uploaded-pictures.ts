import type { ImageMeta } from '@safarnama/contracts';
import mongoose from 'mongoose';
import { BlobModel, type MediaDoc, MediaModel } from './media.model.js';

type UploadRow = Pick<MediaDoc, 'key' | 'blobId'>;

/**
 * Finds those of these pictures that a user has uploaded for the text of a story, and protects them from the sweep until
 * the text is stored.
 *
 * @returns the sizes by key.
 */
export async function reserveUploads(
  userId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ImageMeta>> {
  if (keys.length === 0) return new Map();
  const filter = { key: mongoose.trusted({ $in: [...keys] }), kind: 'upload', recordId: userId } as const;
  // First, so that the sweep either sees it or has removed the picture already.
  await MediaModel.updateMany(filter, { $set: { usedAt: new Date() } });
  const rows = await MediaModel.find(filter).select('key blobId').lean<UploadRow[]>();
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
