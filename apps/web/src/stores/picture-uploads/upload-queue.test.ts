import { waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { setLanguage } from '../../i18n/strings.ts';
import { ApiError } from '../../lib/api-client.ts';
import { preparePicture } from '../../lib/read-image.ts';
import { createPendingResponse } from '../../testing/pending-response.ts';
import { createTestQueue, pictureFile, UPLOADER } from '../../testing/uploads.ts';
import { uploadDevice } from './upload-device.ts';

const unreachable = () => new ApiError(0, '', '');

/** Adds pictures to the queue and the text, and waits until the first one is being sent. */
async function addPictures(test: ReturnType<typeof createTestQueue>, count = 1): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => test.queue.add(pictureFile(`${index}.jpg`)));
  test.queue.setUsed(ids);
  await waitFor(() => expect(test.transfers).toHaveLength(1));
  return ids;
}

describe('createUploadQueue: uploading', () => {
  it('with several pictures: shows all of them and uploads one after the other, in order', async () => {
    const test = createTestQueue();
    const ids = await addPictures(test, 3);
    expect(test.queue.list().map(({ previewUrl }) => previewUrl)).toEqual(Array(3).fill(expect.any(String)));

    test.latest().onProgress(0.5);
    expect(test.stateOf(ids[0] ?? '')).toEqual({ status: 'uploading', sent: 0.5 });
    for (const [index, id] of ids.entries()) {
      await waitFor(() => expect(test.transfers).toHaveLength(index + 1));
      test.latest().finish(`/media/key${index}`);
      await waitFor(() => expect(test.stateOf(id)).toEqual({ status: 'done', src: `/media/key${index}` }));
    }

    expect(test.transfers).toHaveLength(3);
    expect(test.queue.get(ids[2] ?? '')?.size).toEqual({ width: 1600, height: 1200 });
  });

  it('with several large files: stores one at a time on the device', async () => {
    let running = 0;
    let maximum = 0;
    const put: typeof uploadDevice.put = async (record, file) => {
      running += 1;
      maximum = Math.max(maximum, running);
      const isStored = await uploadDevice.put(record, file);
      running -= 1;
      return isStored;
    };
    // Before the first picture is prepared, only originals are stored.
    const { pending, release } = createPendingResponse();
    onTestFinished(release);
    const test = createTestQueue({
      device: { ...uploadDevice, put },
      prepare: (picture) => pending.then(() => ({ picture, size: null })),
    });

    const ids = Array.from({ length: 5 }, (_, index) => test.queue.add(pictureFile(`${index}.jpg`)));

    await waitFor(async () => expect(await uploadDevice.get(UPLOADER, ids[4] ?? '')).not.toBeNull());
    expect(maximum).toBe(1);
  });

  it('once a picture is shrunk: shows the small file and releases the original', async () => {
    const revokePreview = vi.fn();
    const small = new Blob(['small'], { type: 'image/jpeg' });
    const test = createTestQueue({
      prepare: async () => ({ picture: small, size: null }),
      createPreview: (file) => (file === small ? 'blob:small' : 'blob:original'),
      revokePreview,
    });

    const [id = ''] = await addPictures(test);

    expect(test.queue.get(id)?.previewUrl).toBe('blob:small');
    expect(revokePreview.mock.calls).toEqual([['blob:original']]);
    expect(await (await uploadDevice.get(UPLOADER, id))?.file.size).toBe(small.size);
  });

  it('stopped while a picture is being shrunk: creates no preview, which would never be revoked', async () => {
    let finishPreparing = () => undefined as unknown;
    const prepared = new Promise((resolve) => {
      finishPreparing = () => resolve(undefined);
    });
    const small = new Blob(['small'], { type: 'image/jpeg' });
    const created: Blob[] = [];
    const test = createTestQueue({
      prepare: () => prepared.then(() => ({ picture: small, size: null })),
      createPreview: (file) => `blob:${created.push(file)}`,
    });
    const id = test.queue.add(pictureFile());
    await waitFor(async () => expect(await uploadDevice.get(UPLOADER, id)).not.toBeNull());

    test.queue.stop();
    finishPreparing();

    // The device stores it nevertheless, to continue from there.
    await waitFor(async () => expect((await uploadDevice.get(UPLOADER, id))?.record.isPrepared).toBe(true));
    expect(created).not.toContain(small);
  });

  it('with a file that cannot be prepared: gives the reason in the current language, and continues with the next one', async () => {
    const test = createTestQueue({
      prepare: async (file) => ({ picture: await preparePicture(file), size: null }),
    });

    const refused = test.queue.add(pictureFile('a.heic'));
    const next = test.queue.add(pictureFile());
    test.queue.setUsed([refused, next]);

    await waitFor(() => expect(test.transfers).toHaveLength(1));
    expect(test.stateOf(refused)).toMatchObject({ status: 'failed', canRetry: false });
    expect(test.reasonOf(refused)).toMatch(/^HEIC pictures can't be opened/);
    expect(test.stateOf(next)?.status).toBe('uploading');
    await setLanguage('hi');
    expect(test.reasonOf(refused)).toMatch(/^HEIC तस्वीरें नहीं खुल सकतीं/);
  });

  it('on a device that cannot store files: uploads from memory', async () => {
    const test = createTestQueue({
      device: { ...uploadDevice, put: async () => false, get: async () => null },
    });

    const [id = ''] = await addPictures(test);
    expect(test.queue.get(id)?.isStoredOnDevice).toBe(false);
    test.latest().finish('/media/k');

    await waitFor(() => expect(test.stateOf(id)?.status).toBe('done'));
  });

  it('of a picture that was removed from the text: aborts the upload, and continues it when the picture is back in the text', async () => {
    const test = createTestQueue();
    const ids = await addPictures(test, 2);
    test.latest().onUrl('/api/media/uploads/a');

    test.queue.setUsed(ids.slice(1));
    expect(test.transfers[0]?.signal.aborted).toBe(true);
    await waitFor(() => expect(test.transfers).toHaveLength(2));
    test.latest().finish('/media/second');
    await waitFor(() => expect(test.stateOf(ids[1] ?? '')?.status).toBe('done'));
    expect(test.transfers).toHaveLength(2);

    test.queue.setUsed(ids);
    await waitFor(() => expect(test.transfers).toHaveLength(3));
    expect(test.latest().uploadUrl).toBe('/api/media/uploads/a');
  });

  it('of a picture that arrives later: waits for it, and fails when it cannot be read', async () => {
    const test = createTestQueue();
    const good = test.queue.add(Promise.resolve(pictureFile()));
    const bad = test.queue.add(Promise.reject(new Error('gone')));
    test.queue.setUsed([good, bad]);

    await waitFor(() => expect(test.stateOf(good)?.status).toBe('uploading'));
    expect(test.stateOf(bad)).toMatchObject({ status: 'failed', canRetry: false });
  });
});

describe('createUploadQueue: failures', () => {
  it('without a connection: continues the upload where it stopped, with growing delays or on `retryNow`', async () => {
    const test = createTestQueue();
    const [id = ''] = await addPictures(test);
    test.latest().onUrl('/api/media/uploads/a');
    test.latest().onProgress(0.4);
    test.latest().fail(unreachable());

    await waitFor(() => expect(test.stateOf(id)).toEqual({ status: 'retrying', sent: 0.4 }));
    test.advance(1_000);
    await waitFor(() => expect(test.transfers).toHaveLength(2));
    expect(test.latest().uploadUrl).toBe('/api/media/uploads/a');

    test.latest().fail(unreachable());
    await waitFor(() => expect(test.stateOf(id)?.status).toBe('retrying'));
    test.advance(900);
    expect(test.transfers).toHaveLength(2);
    test.queue.retryNow();
    await waitFor(() => expect(test.transfers).toHaveLength(3));
    test.latest().finish('/media/k');
    await waitFor(() => expect(test.stateOf(id)?.status).toBe('done'));
  });

  it('with a connection that is stuck: aborts the upload after a minute without progress, to retry it', async () => {
    const test = createTestQueue();
    const [id = ''] = await addPictures(test);
    test.advance(50_000);
    test.latest().onProgress(0.1);
    test.advance(50_000);
    expect(test.stateOf(id)?.status).toBe('uploading');

    test.advance(10_000);

    await waitFor(() => expect(test.stateOf(id)?.status).toBe('retrying'));
    expect(test.transfers[0]?.signal.aborted).toBe(true);
  });

  it.each([400, 413])(
    'with %i: shows the reason, offers no retry, and continues with the next picture',
    async (status) => {
      const test = createTestQueue();
      const [refused = ''] = await addPictures(test, 2);

      test.latest().fail(new ApiError(status, 'bad_picture', 'This is not a picture'));

      await waitFor(() => expect(test.stateOf(refused)).toMatchObject({ status: 'failed', canRetry: false }));
      expect(test.reasonOf(refused)).toBe('This is not a picture');
      await waitFor(() => expect(test.transfers).toHaveLength(2));
    },
  );

  it('with 403: can be retried', async () => {
    const test = createTestQueue();
    const [id = ''] = await addPictures(test);
    test.latest().fail(new ApiError(403, 'forbidden', 'Not here'));
    await waitFor(() => expect(test.stateOf(id)).toMatchObject({ status: 'failed', canRetry: true }));

    test.queue.retry(id);

    await waitFor(() => expect(test.transfers).toHaveLength(2));
  });

  it('with a server error: uploads the other pictures first, then retries', async () => {
    const test = createTestQueue();
    const [failing = '', next = ''] = await addPictures(test, 2);

    test.latest().fail(new ApiError(500, '', ''));
    await waitFor(() => expect(test.stateOf(failing)?.status).toBe('retrying'));
    test.advance(60_000);
    await waitFor(() => expect(test.transfers).toHaveLength(2));
    expect(test.stateOf(next)?.status).toBe('uploading');
    test.latest().finish('/media/next');

    await waitFor(() => expect(test.transfers).toHaveLength(3));
    expect(test.stateOf(next)?.status).toBe('done');
    expect(test.stateOf(failing)?.status).toBe('uploading');
  });

  it('with an error of the server each time: fails after about a minute, and can be tried again', async () => {
    const test = createTestQueue();
    const [id = ''] = await addPictures(test);
    const failTimes = async (count: number) => {
      for (let failure = 1; failure <= count; failure += 1) {
        const sent = test.transfers.length;
        test.latest().fail(new ApiError(503, '', ''));
        await waitFor(() => expect(test.stateOf(id)?.status).not.toBe('uploading'));
        test.advance(60_000);
        if (test.stateOf(id)?.status !== 'failed') {
          await waitFor(() => expect(test.transfers).toHaveLength(sent + 1));
        }
      }
    };

    await failTimes(7);
    expect(test.stateOf(id)?.status).toBe('uploading');
    await failTimes(1);
    expect(test.stateOf(id)).toMatchObject({ status: 'failed', canRetry: true });

    test.queue.retry(id);
    await waitFor(() => expect(test.stateOf(id)?.status).toBe('uploading'));
    await failTimes(1);
    expect(test.stateOf(id)?.status).toBe('uploading');
  });

  it('with 429: waits as long as the server says', async () => {
    const test = createTestQueue();
    const [id = ''] = await addPictures(test);

    test.latest().fail(new ApiError(429, 'too_many_requests', 'Too many', [], 600_000));

    await waitFor(() => expect(test.stateOf(id)?.status).toBe('rateLimited'));
    test.advance(599_000);
    expect(test.transfers).toHaveLength(1);
    test.advance(1_000);
    await waitFor(() => expect(test.transfers).toHaveLength(2));
  });

  it('with 404 for an upload that has expired: starts again from the beginning', async () => {
    const test = createTestQueue();
    const [id = ''] = await addPictures(test);
    test.latest().onUrl('/api/media/uploads/old');
    test.latest().fail(unreachable());
    await waitFor(() => expect(test.stateOf(id)?.status).toBe('retrying'));
    test.queue.retryNow();
    await waitFor(() => expect(test.transfers).toHaveLength(2));

    test.latest().fail(new ApiError(404, '', ''));

    await waitFor(() => expect(test.transfers).toHaveLength(3));
    expect(test.latest().uploadUrl).toBeNull();
  });

  it('with 401: stops, keeps the files, and sends nothing for another user', async () => {
    const test = createTestQueue();
    const [id = ''] = await addPictures(test, 2);
    test.session.userId = 'ravi';

    test.latest().fail(new ApiError(401, 'not_authenticated', 'Not Authenticated.'));

    await waitFor(() => expect(test.stateOf(id)?.status).toBe('signedOut'));
    test.queue.retryNow();
    expect(test.transfers).toHaveLength(1);
    expect(await uploadDevice.get(UPLOADER, id)).not.toBeNull();

    test.session.userId = UPLOADER;
    test.queue.retryNow();
    await waitFor(() => expect(test.transfers).toHaveLength(2));
  });
});

describe('createUploadQueue: after a reload', () => {
  it('in the middle of an upload: continues it with the same bytes', async () => {
    const first = createTestQueue();
    const [id = ''] = await addPictures(first);
    first.latest().onUrl('/api/media/uploads/a');
    await waitFor(async () =>
      expect((await uploadDevice.get(UPLOADER, id))?.record.uploadUrl).toBe('/api/media/uploads/a'),
    );
    first.queue.stop();

    const second = createTestQueue();
    await second.queue.restore([id]);
    second.queue.setUsed([id]);

    await waitFor(() => expect(second.transfers).toHaveLength(1));
    expect(second.latest().uploadUrl).toBe('/api/media/uploads/a');
    expect(second.latest().picture.size).toBe(1_000);
    expect(second.queue.get(id)?.previewUrl).not.toBeNull();
  });

  it('in a form opened before the one that was left has stored the pictures: waits for them', async () => {
    let continueStoring: () => void = () => undefined;
    const isReady = new Promise<void>((resolve) => {
      continueStoring = resolve;
    });
    const put: typeof uploadDevice.put = async (...picture) => {
      await isReady;
      return uploadDevice.put(...picture);
    };
    const before = createTestQueue({ device: { ...uploadDevice, put } });
    const ids = [before.queue.add(pictureFile('a.jpg')), before.queue.add(pictureFile('b.jpg'))];
    before.queue.stop();
    const after = createTestQueue();
    const reads = vi.spyOn(uploadDevice, 'get');

    const restored = after.queue.restore(ids);
    await waitFor(() => expect(reads.mock.settledResults).toHaveLength(2));
    continueStoring();
    await restored;

    for (const id of ids) expect(after.stateOf(id)).toEqual({ status: 'preparing' });
  });

  it('before the picture was prepared: prepares it after the reload', async () => {
    const { pending, release } = createPendingResponse();
    onTestFinished(release);
    const first = createTestQueue({
      prepare: (picture) => pending.then(() => ({ picture, size: null })),
    });
    const id = first.queue.add(pictureFile('big.png'));
    await waitFor(async () => expect(await uploadDevice.get(UPLOADER, id)).not.toBeNull());
    first.queue.stop();

    const prepare = vi.fn(async (file: File) => ({ picture: file, size: null }));
    const second = createTestQueue({ prepare });
    await second.queue.restore([id]);
    second.queue.setUsed([id]);

    await waitFor(() => expect(second.stateOf(id)?.status).toBe('uploading'));
    expect(prepare.mock.calls[0]?.[0].name).toBe('big.png');
  });

  it('of an uploaded picture: restores it as uploaded; after 21 hours, uploads it again', async () => {
    const first = createTestQueue();
    const [id = ''] = await addPictures(first);
    first.latest().finish('/media/k');
    await waitFor(async () => expect((await uploadDevice.get(UPLOADER, id))?.record.src).toBe('/media/k'));

    const second = createTestQueue();
    await second.queue.restore([id]);
    expect(second.stateOf(id)).toEqual({ status: 'done', src: '/media/k' });

    const third = createTestQueue();
    third.advance(21 * 3_600_000);
    await third.queue.restore([id]);
    expect(third.stateOf(id)).toEqual({ status: 'waiting', sent: 0 });
  });

  it('with a device that cannot be read at first: restores the picture', async () => {
    const first = createTestQueue();
    const [id = ''] = await addPictures(first);
    first.queue.stop();
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(() => {
      throw new DOMException('Connection lost', 'UnknownError');
    });

    const second = createTestQueue();
    await second.queue.restore([id]);

    expect(second.stateOf(id)).toEqual({ status: 'waiting', sent: 0 });
  });

  it('of a picture that is not on this device, or belongs to another user: fails without a retry', async () => {
    const first = createTestQueue();
    const [id = ''] = await addPictures(first);
    const other = createTestQueue({ userId: 'ravi' });

    await other.queue.restore([id, 'unknown']);

    for (const missing of [id, 'unknown']) {
      expect(other.stateOf(missing)).toMatchObject({ status: 'failed', canRetry: false });
    }
  });

  it('that has failed, after a change of the language: gives the reason in the new language', async () => {
    const test = createTestQueue();
    await test.queue.restore(['unknown']);
    expect(test.reasonOf('unknown')).toMatch(/^This picture is no longer on this device/);

    await setLanguage('hi');

    expect(test.reasonOf('unknown')).toMatch(/तस्वीर/);
  });

  it('of an uploaded picture that the server no longer has: uploads it again', async () => {
    const first = createTestQueue();
    const [id = ''] = await addPictures(first);
    first.latest().onUrl('/api/media/uploads/a');
    first.latest().finish('/media/gone');
    await waitFor(async () => expect((await uploadDevice.get(UPLOADER, id))?.record.src).toBe('/media/gone'));
    first.queue.stop();
    const second = createTestQueue();
    await second.queue.restore([]);
    expect(second.stateOf(id)).toEqual({ status: 'done', src: '/media/gone' });

    await second.queue.recover(['gone', 'gone']);

    expect(second.queue.get(id)?.missingKey).toBe('gone');
    expect((await uploadDevice.get(UPLOADER, id))?.record).toMatchObject({ src: null, uploadUrl: null });
    second.queue.setUsed([id]);
    expect(second.latest()).toMatchObject({ uploadUrl: null, picture: { size: 1_000 } });
  });

  it('of an uploaded picture that neither the server nor the device has: fails without a retry, only once', async () => {
    const test = createTestQueue();
    const [id = ''] = await addPictures(test);
    test.latest().finish('/media/k');
    await waitFor(() => expect(test.stateOf(id)?.status).toBe('done'));

    await Promise.all([test.queue.recover(['gone']), test.queue.recover(['gone'])]);

    expect(test.stateOf(id)?.status).toBe('done');
    const missing = test.queue.list().filter(({ missingKey }) => missingKey === 'gone');
    expect(missing).toMatchObject([{ state: { status: 'failed', canRetry: false } }]);
  });

  it('while the pictures of the draft are being restored: waits for them', async () => {
    const first = createTestQueue();
    const [id = ''] = await addPictures(first);
    first.latest().finish('/media/gone');
    await waitFor(async () => expect((await uploadDevice.get(UPLOADER, id))?.record.src).toBe('/media/gone'));
    first.queue.stop();
    const second = createTestQueue();

    await Promise.all([second.queue.restore([]), second.queue.recover(['gone'])]);

    expect(second.queue.list()).toMatchObject([{ id, state: { status: 'waiting' }, missingKey: 'gone' }]);
  });

  it("once the server's draft has the picture: removes it from the device, only once", async () => {
    const remove = vi.fn(uploadDevice.remove);
    const test = createTestQueue({ device: { ...uploadDevice, remove } });
    const ids = await addPictures(test, 2);
    test.latest().finish('/media/k');
    await waitFor(() => expect(test.stateOf(ids[0] ?? '')?.status).toBe('done'));

    for (let save = 0; save < 3; save += 1) test.queue.forgetUploaded(['k']);

    expect(remove).toHaveBeenCalledTimes(1);
    await waitFor(async () => expect(await uploadDevice.get(UPLOADER, ids[0] ?? '')).toBeNull());
    expect(await uploadDevice.get(UPLOADER, ids[1] ?? '')).not.toBeNull();
  });
});
