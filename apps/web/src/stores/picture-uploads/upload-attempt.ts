import type { UploadOptions, uploadPicture } from '../../api/upload.api.ts';
import { ApiError } from '../../lib/api-client.ts';
import type { DraftClock } from '../story-draft/draft-clock.ts';

/** A connection without any progress for this long is regarded as lost. */
const STALL_MS = 60_000;

interface AttemptOptions extends Omit<UploadOptions, 'signal'> {
  clock: DraftClock;
  upload: typeof uploadPicture;
}

/**
 * Uploads a picture as long as there is progress. Once aborted, it settles and calls no callback.
 *
 * @param controller - aborts the upload; it is also aborted here when the connection is lost.
 * @returns the URL of the picture.
 * @throws ApiError like `uploadPicture`; without a status when the connection is lost or the upload is aborted.
 */
export async function attemptUpload(
  file: Blob,
  controller: AbortController,
  { clock, upload, uploadUrl, onUrl, onProgress }: AttemptOptions,
): Promise<string> {
  const { signal } = controller;
  let cancelStall = () => {};
  const stalled = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new ApiError(0, '', '')), { once: true });
  });
  const watch = () => {
    cancelStall();
    cancelStall = clock.after(STALL_MS, () => controller.abort());
  };
  watch();
  const uploaded = upload(file, {
    uploadUrl,
    signal,
    onUrl: (url) => {
      if (!signal.aborted) onUrl(url);
    },
    onProgress: (sent) => {
      if (signal.aborted) return;
      watch();
      onProgress(sent);
    },
  });
  try {
    return await Promise.race([uploaded, stalled]);
  } finally {
    cancelStall();
  }
}
