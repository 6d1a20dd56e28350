import { randomBytes, webcrypto } from 'node:crypto';
import { type AppError, unavailable } from '../http/app-error.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import type { ImageStorage } from './image-storage.js';
import { type BlobDoc, BlobModel } from './media.model.js';
import type { ImageVariant } from './process-image.js';
import { fileKey } from './storage-key.js';
import type { UploadedImage } from './uploaded-image.js';

export function storageUnavailable(cause?: unknown): AppError {
  const error = unavailable(
    'storage_away',
    "The picture can't be stored right now. Please try again in a moment.",
  );
  if (cause !== undefined) error.cause = cause;
  return error;
}

export function throwStorageUnavailable(cause: unknown): never {
  throw storageUnavailable(cause);
}

/** Hashes in a worker thread of Node: 10 MB take about 10 ms. */
export async function computeBlobId(bytes: Buffer, variant: ImageVariant): Promise<string> {
  const digest = await webcrypto.subtle.digest('SHA-256', bytes);
  return `${variant}-${Buffer.from(digest).toString('hex')}`;
}

/**
 * Updates the time of last use of a blob, which protects it from the sweep for a day, until a media row refers to it.
 *
 * @returns null when there is no such blob.
 */
export async function touchBlob(blobId: string): Promise<BlobDoc | null> {
  return await BlobModel.findOneAndUpdate(
    { _id: blobId },
    { $set: { usedAt: new Date() } },
    { returnDocument: 'after' },
  ).lean();
}

/**
 * Processes a picture and stores its files and its blob row.
 *
 * @param field - name of the body's field, for errors.
 * @returns null when a concurrent upload of the same bytes stored the blob first, but the blob has been removed since.
 * @throws AppError as `processImage`; 503 when the storage fails.
 */
export async function storeBlob(
  storage: ImageStorage,
  blobId: string,
  { image, variant, field }: { image: UploadedImage; variant: ImageVariant; field: string },
): Promise<BlobDoc | null> {
  const { processImage } = await import('./process-image.js');
  const { meta, files } = await processImage(image, variant, field);
  const fileId = randomBytes(16).toString('hex');
  for (const { width, bytes } of files) {
    await storage.write(fileKey(fileId, width), bytes).catch(throwStorageUnavailable);
  }
  const now = new Date();
  const widths = files.map(({ width }) => width);
  try {
    const blob = { _id: blobId, fileId, widths, meta, createdAt: now, usedAt: now };
    await BlobModel.create(blob);
    return blob;
  } catch (error) {
    if (!isDuplicateKeyError(error, '_id')) throw error;
    // A concurrent upload of the same bytes was first: nothing refers to these files.
    await Promise.all(widths.map((width) => storage.remove(fileKey(fileId, width)))).catch(() => undefined);
    return await touchBlob(blobId);
  }
}
