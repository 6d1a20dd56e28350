import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Types } from 'mongoose';
import { describe, expect, it, vi } from 'vitest';
import { useDatabase } from '../../test/mongo.js';
import { buildPicture } from '../../test/pictures.js';
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

describe('finish', () => {
  it('with large pictures of several users: finishes them one at a time, and small ones in the meantime', async () => {
    // An AVIF of any size is a large picture.
    const large = await buildPicture(8, 8).avif().toBuffer();
    const small = await buildPicture(8, 8).png().toBuffer();
    const largeIds = ['large-1', 'large-2', 'large-3'];
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    let [reads, running, peak] = [0, 0, 0];
    const uploads = createUploadService({
      storage: {
        write: async () => undefined,
        async read(key) {
          reads += 1;
          const bytes = largeIds.includes(key) ? large : small;
          return { stream: Readable.from([bytes]), bytes: bytes.length };
        },
        remove: async () => undefined,
        async *list() {},
      },
      media: {
        async acceptUpload({ bytes }) {
          if (bytes.equals(small)) return;
          running += 1;
          peak = Math.max(peak, running);
          await isReleased;
          running -= 1;
        },
        findMissing: async () => [],
      },
    });
    for (const id of [...largeIds, 'small']) {
      const userId = new Types.ObjectId().toHexString();
      await uploads.create({ id, userId, size: 1, metadata: undefined, writer: 'x' });
      await UploadModel.updateOne({ _id: id }, { $set: { parts: [id], offset: 1 } });
    }
    const largeUploads = largeIds.map((id) => uploads.finish(id));
    await vi.waitFor(() => expect(reads).toBeGreaterThanOrEqual(2));

    await uploads.finish('small');
    release();
    await Promise.all(largeUploads);

    expect(peak).toBe(1);
    expect(await UploadModel.countDocuments({ finishedAt: null })).toBe(0);
  });
});
