import { setImmediate as nextTurn } from 'node:timers/promises';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/mongo.js';
import { UploadModel } from './upload.model.js';
import { createUploadService } from './upload.service.js';

useDatabase();

/** Stores an upload of 500 parts, and creates a service whose storage records each request to remove a file. */
async function createLongUpload({ isStorageUnavailable = false } = {}) {
  const userId = new Types.ObjectId().toHexString();
  const parts = Array.from({ length: 500 }, (_, index) => `uploads/part-${index}`);
  const removed: string[] = [];
  let [running, peak] = [0, 0];
  const uploads = createUploadService({
    storage: {
      write: async () => undefined,
      read: async () => null,
      async remove(key) {
        removed.push(key);
        running += 1;
        peak = Math.max(peak, running);
        await nextTurn();
        running -= 1;
        if (isStorageUnavailable) throw new Error('The storage is unavailable');
      },
      async *list() {},
    },
    media: { acceptUpload: async () => undefined, findMissing: async () => [] },
  });
  await uploads.create({ id: 'long', userId, size: 1_000, metadata: undefined, writer: 'x' });
  await UploadModel.updateOne({ _id: 'long' }, { $set: { parts, offset: 500 } });
  return { uploads, parts, removed, getPeak: () => peak };
}

describe('remove, with an upload of many parts', () => {
  it('removes all files, ten at a time', async () => {
    const { uploads, parts, removed, getPeak } = await createLongUpload();

    await uploads.remove('long');

    expect(removed).toEqual(parts);
    expect(getPeak()).toBe(10);
  });

  it('while the storage is unavailable: succeeds after the first ten, and leaves the files to the sweep', async () => {
    const { uploads, removed } = await createLongUpload({ isStorageUnavailable: true });

    await uploads.remove('long');

    expect(removed).toHaveLength(10);
    expect(await UploadModel.countDocuments()).toBe(0);
  });
});
