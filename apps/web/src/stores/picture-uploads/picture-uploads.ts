import { uploadPicture } from '../../api/upload.api.ts';
import { preparePicture } from '../../lib/read-image.ts';
import { CLOCK } from '../story-draft/story-drafts.ts';
import { isSignedIn } from '../track-user.ts';
import { uploadDevice } from './upload-device.ts';
import { createUploadQueue, type UploadQueue } from './upload-queue.ts';
import type { PictureSize } from './upload-record.ts';

/** @param getDraftKey - returns the key of the draft whose text contains the pictures. */
export function openUploads(userId: string, getDraftKey: () => string): UploadQueue {
  return createUploadQueue({
    userId,
    getDraftKey,
    device: uploadDevice,
    clock: CLOCK,
    upload: uploadPicture,
    isSignedIn,
    createPreview: (file) => URL.createObjectURL(file),
    revokePreview: (url) => URL.revokeObjectURL(url),
    async prepare(file) {
      const picture = await preparePicture(file);
      return { picture, size: await measure(picture) };
    },
  });
}

async function measure(picture: Blob): Promise<PictureSize | null> {
  try {
    const bitmap = await createImageBitmap(picture);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    // The server measures the picture too, or rejects it.
    return null;
  }
}
