import { waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildUser } from '../../testing/factories.ts';
import { createPendingResponse } from '../../testing/pending-response.ts';
import { mockResponse } from '../../testing/server.ts';
import { createTestQueue, pictureFile, UPLOADER } from '../../testing/uploads.ts';
import { useAuthStore } from '../auth.store.ts';
import { readDraftDb } from '../story-draft/draft-db.ts';
import { createDraftDevice } from '../story-draft/draft-device.ts';
import { createRecord, toFields } from '../story-draft/draft-record.ts';
import { deleteHidden, hideDraft, openSaver, removeDraft } from '../story-draft/story-drafts.ts';
import { uploadDevice } from './upload-device.ts';

describe('a draft that is deleted while a picture of its text is being stored', () => {
  const key = 'draft-1';
  const record = { ...createRecord(UPLOADER, toFields(null), null), key, isSaved: true };
  const removeFromForm = () => removeDraft(openSaver({ record }), { isPublished: false });
  const removeFromList = () => {
    useAuthStore.setState({ user: { ...buildUser(), _id: UPLOADER } });
    mockResponse('delete', '/api/drafts/:key', { message: 'Draft deleted' });
    hideDraft(key);
    return deleteHidden(UPLOADER, key);
  };

  it.each([
    ['from its form', removeFromForm],
    ['from the list', removeFromList],
  ])('%s: is removed at once, and leaves no file on the device', async (_place, remove) => {
    const device = createDraftDevice();
    await device.put(record);
    const { pending, release } = createPendingResponse();
    const written: Promise<boolean>[] = [];
    const put: typeof uploadDevice.put = (...args) => {
      const write = pending.then(() => uploadDevice.put(...args));
      written.push(write);
      return write;
    };
    const { queue } = createTestQueue({ device: { ...uploadDevice, put } });
    const id = queue.add(pictureFile());
    await waitFor(() => expect(written).toHaveLength(1));
    queue.stop();

    const removed = remove();
    await waitFor(async () => expect(await device.list(UPLOADER)).toEqual([]));
    release();
    await removed;

    expect(await Promise.all(written)).toEqual([true]);
    await waitFor(async () => expect(await uploadDevice.get(UPLOADER, id)).toBeNull());
  });

  it('and stored again before the picture is: keeps the draft and the picture', async () => {
    const { pending, release } = createPendingResponse();
    const put: typeof uploadDevice.put = (...args) => pending.then(() => uploadDevice.put(...args));
    const device = createDraftDevice();
    await device.put(record);
    const { queue } = createTestQueue({ device: { ...uploadDevice, put } });
    const id = queue.add(pictureFile());
    queue.stop();

    const removed = removeFromList();
    await waitFor(async () => expect(await device.list(UPLOADER)).toEqual([]));
    await device.put(record);
    release();
    await removed;

    expect(await device.get(UPLOADER, key)).toEqual(record);
    expect(await uploadDevice.get(UPLOADER, id)).not.toBeNull();
  });

  it('while it is being shrunk: leaves no file on the device', async () => {
    const { pending, release } = createPendingResponse();
    const put = vi.fn(uploadDevice.put);
    const { queue } = createTestQueue({
      device: { ...uploadDevice, put },
      prepare: (file) => pending.then(() => ({ picture: file, size: null })),
    });
    const id = queue.add(pictureFile());
    await waitFor(async () => expect(await uploadDevice.get(UPLOADER, id)).not.toBeNull());
    queue.stop();

    const removed = removeFromForm();
    await readDraftDb((db) => db.count('drafts'));
    release();
    await removed;

    await waitFor(() => expect(put).toHaveBeenCalledTimes(2));
    await Promise.all(put.mock.results.map(({ value }) => value));
    await waitFor(async () => expect(await uploadDevice.get(UPLOADER, id)).toBeNull());
  });
});
