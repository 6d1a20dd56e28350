import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SOCIAL_WIDTH } from '@safarnama/contracts';
import { unavailable } from '../http/app-error.js';
import { throwStorageUnavailable } from './blob-store.js';
import type { ImageStorage, StoredFile } from './image-storage.js';
import { createJobQueue } from './job-queue.js';
import type { BlobDoc } from './media.model.js';
import { fileKey, socialFileKey } from './storage-key.js';

/** Opens the crop of a picture that other sites show with a link; null when the picture no longer exists. */
export type OpenSocialPicture = (blob: Pick<BlobDoc, 'fileId' | 'widths'>) => Promise<StoredFile | null>;

/** Each crop takes about a tenth of a second, once for each picture. */
const MAX_PENDING = 16;

/**
 * Creates the function that opens crops for link previews. A crop is made at its first request and stored beside the
 * other files of its picture, with which it is removed. Crops are not part of backups.
 */
export function createSocialPictures(storage: ImageStorage): OpenSocialPicture {
  const queue = createJobQueue(1, MAX_PENDING, () =>
    unavailable('previews_busy', 'Too many link previews are being made. Please try again in a moment.'),
  );
  const running = new Map<string, Promise<Buffer | null>>();

  async function make({ fileId, widths }: Parameters<OpenSocialPicture>[0]): Promise<Buffer | null> {
    const width = widths.find((candidate) => candidate >= SOCIAL_WIDTH) ?? widths.at(-1);
    if (width === undefined) return null;
    const { encodeSocialPicture } = await import('./encode-social-picture.js');
    const file = await storage.read(fileKey(fileId, width)).catch(throwStorageUnavailable);
    if (!file) return null;
    const encoded = await encodeSocialPicture(await buffer(file.stream));
    // If the crop cannot be stored, the next request makes it again.
    await storage.write(socialFileKey(fileId), encoded).catch(() => undefined);
    return encoded;
  }

  return async (blob) => {
    const stored = await storage.read(socialFileKey(blob.fileId)).catch(throwStorageUnavailable);
    if (stored) return stored;
    const pending =
      running.get(blob.fileId) ?? queue.run(() => make(blob)).finally(() => running.delete(blob.fileId));
    running.set(blob.fileId, pending);
    const encoded = await pending;
    return encoded && { stream: Readable.from([encoded]), bytes: encoded.length };
  };
}
