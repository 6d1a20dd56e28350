import type { UploadOptions } from '../api/upload.api.ts';
import { uploadDevice } from '../stores/picture-uploads/upload-device.ts';
import type { PictureUpload, UploadDeps } from '../stores/picture-uploads/upload-queue.ts';
import { createUploadQueue } from '../stores/picture-uploads/upload-queue.ts';
import { createClock } from './clock.ts';

/** One upload to the fake server: the test reports its progress and result. */
interface FakeTransfer extends UploadOptions {
  picture: Blob;
  finish: (src: string) => void;
  fail: (error: Error) => void;
}

export const UPLOADER = 'meera';

/** Creates a queue with a fake server, a clock that the test advances, and a real device. */
export function createTestQueue(overrides: Partial<UploadDeps> = {}) {
  const transfers: FakeTransfer[] = [];
  const { clock, advance } = createClock();
  const session = { userId: UPLOADER };
  const queue = createUploadQueue({
    userId: UPLOADER,
    getDraftKey: () => 'draft-1',
    device: uploadDevice,
    clock,
    prepare: async (file) => ({ picture: file, size: { width: 1600, height: 1200 } }),
    upload: (picture, options) =>
      new Promise((finish, fail) => transfers.push({ picture, ...options, finish, fail })),
    isSignedIn: (userId) => session.userId === userId,
    createPreview: () => `blob:http://localhost/${transfers.length}`,
    revokePreview: () => undefined,
    ...overrides,
  });
  const latest = (): FakeTransfer => {
    const transfer = transfers.at(-1);
    if (!transfer) throw new Error('Nothing was sent');
    return transfer;
  };
  const stateOf = (id: string): PictureUpload['state'] | undefined => queue.get(id)?.state;
  /** Why an upload has failed; undefined if it has not. */
  const reasonOf = (id: string): string | undefined => {
    const state = stateOf(id);
    return state?.status === 'failed' ? state.reason() : undefined;
  };
  return { queue, transfers, latest, stateOf, reasonOf, advance, session };
}

export function pictureFile(name = 'ghat.jpg', bytes = 1_000): File {
  return new File([new Uint8Array(bytes).fill(7)], name, { type: 'image/jpeg' });
}
