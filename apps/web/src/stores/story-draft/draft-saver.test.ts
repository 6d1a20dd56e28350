import type { Draft, DraftInput } from '@safarnama/contracts';
import { waitFor } from '@testing-library/react';
import { openDB } from 'idb';
import { describe, expect, it, vi } from 'vitest';
import * as draftApi from '../../api/draft.api.ts';
import { createClock } from '../../testing/clock.ts';
import { buildDraft, buildError, buildUser } from '../../testing/factories.ts';
import { holdTimeout } from '../../testing/hold-timeout.ts';
import { mockError, mockNetworkError, mockResponse, type RecordedRequest } from '../../testing/server.ts';
import { useAuthStore } from '../auth.store.ts';
import { uploadDevice } from '../picture-uploads/upload-device.ts';
import { DRAFT_DB_NAME } from './draft-db.ts';
import { createDraftDevice, type DraftDevice } from './draft-device.ts';
import { digestFields } from './draft-digest.ts';
import {
  createRecord,
  type DraftRecord,
  imageToPublish,
  isOnServer,
  type PostFields,
  toFields,
} from './draft-record.ts';
import { createDraftSaver } from './draft-saver.ts';
import { INITIAL_STATE, nextState } from './draft-state.ts';
import {
  CLOCK,
  holdSaver,
  listDrafts,
  loadDraft,
  mergeDraft,
  openSaver,
  releaseSaver,
  removeDraft,
} from './story-drafts.ts';
import { waitUntilSaved } from './wait-until-saved.ts';

const USER = 'meera';
const EMPTY = toFields(null);
const PLACE = { _id: 'gn-1253405', slug: 'varanasi', name: 'Varanasi', state: 'Uttar Pradesh' };

function story(title: string, overrides: Partial<PostFields> = {}): PostFields {
  return { ...EMPTY, title, html: `<p>${title}, सुबह</p>`, ...overrides };
}

interface Setup {
  record?: DraftRecord;
  device?: DraftDevice;
}

function open({ record = createRecord(USER, EMPTY, null), device = createDraftDevice() }: Setup = {}) {
  const session = { userId: USER };
  const { clock, advance } = createClock();
  const saver = createDraftSaver(
    { record },
    { ...draftApi, device, clock, isSignedIn: (userId) => session.userId === userId },
  );
  const status = () => saver.getState().status;
  return {
    saver,
    status,
    device,
    session,
    advance,
    /** The record on the device. */
    stored: () => device.get(USER, saver.getRecord().key),
    async expectStatus(expected: string) {
      await waitFor(() => expect(status()).toBe(expected));
    },
  };
}

/** Opens a draft that was removed elsewhere, and changes it. */
async function openRemovedElsewhere(setup: Setup) {
  const test = open(setup);
  mockError('put', '/api/drafts/:key', 404, 'Draft not found');
  test.saver.change(story('एक'));
  test.advance(3_000);
  await test.expectStatus('conflict');
  return test;
}

/** Stores drafts as the server does. */
function acceptSaves(): RecordedRequest[] {
  return mockResponse('put', '/api/drafts/:key', ({ body, url }) => {
    const input = body as DraftInput;
    const key = url.pathname.split('/').pop() ?? '';
    return {
      draft: buildDraft({
        ...input,
        key,
        blogImage: input.blogImage === '' ? '' : '/media/saved',
        blogImageAlt: '',
        version: input.version + 1,
        baseVersion: null,
      }),
    };
  });
}

function mockRemovals(): RecordedRequest[] {
  return mockResponse('delete', '/api/drafts/:key', { message: 'Draft deleted' });
}

const fullDevice: DraftDevice = { ...createDraftDevice(), put: async () => false };

describe('createDraftSaver: saving', () => {
  it('after a change: writes it to the device within a second, then to the server within five', async () => {
    const requests = acceptSaves();
    const { saver, advance, stored, status, expectStatus } = open();

    saver.change(story('घाट'));
    expect(status()).toBe('dirty');
    advance(1_000);
    await waitFor(async () => expect((await stored())?.fields).toEqual(story('घाट')));
    expect(requests).toHaveLength(0);
    advance(3_000);

    await expectStatus('saved');
    expect(requests[0]?.body).toMatchObject({ blogTitle: 'घाट', blogHtml: '<p>घाट, सुबह</p>', version: 0 });
    await waitFor(async () => expect(await stored()).toMatchObject({ version: 1, isSaved: true }));
  });

  it('with a caret that moves: stores its position, but not before there is a draft', async () => {
    acceptSaves();
    const { saver, advance, stored } = open();
    saver.moveCaret(3);
    advance(1_000);
    await saver.flush();
    expect(await stored()).toBeNull();

    saver.change(story('घाट'));
    advance(1_000);
    await waitFor(async () => expect((await stored())?.caret).toBe(3));
    saver.moveCaret(7);
    advance(1_000);

    await waitFor(async () => expect((await stored())?.caret).toBe(7));
    saver.stop();
  });

  it('with typing that never pauses: saves within five seconds', async () => {
    const requests = acceptSaves();
    const { saver, advance } = open();

    for (let second = 0; second < 5; second += 1) {
      saver.change(story(`घाट ${second}`));
      advance(1_000);
    }

    await waitFor(() => expect(requests).toHaveLength(1));
    saver.stop();
  });

  it('with the schedule cancelled while a save is pending: stays without one', async () => {
    const publishAt = '2027-01-02T03:04:05.000Z';
    let respond: () => void = () => undefined;
    const isReady = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const requests = mockResponse('put', '/api/drafts/:key', async () => {
      await isReady;
      return { draft: buildDraft({ publishAt, version: 2 }) };
    });
    const { saver, advance, expectStatus } = open({
      record: { ...createRecord(USER, EMPTY, null), publishAt, version: 1 },
    });
    saver.change(story('एक'));
    advance(3_000);
    await waitFor(() => expect(requests).toHaveLength(1));

    saver.setSchedule(buildDraft({ version: 2 }));
    respond();

    await expectStatus('saved');
    expect(saver.getRecord()).toMatchObject({ publishAt: null, version: 2 });
  });

  it('changed while a save is pending: saves the change with the next version', async () => {
    let respond: () => void = () => undefined;
    const isReady = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const requests = mockResponse('put', '/api/drafts/:key', async ({ body }) => {
      const input = body as DraftInput;
      if (input.version === 0) await isReady;
      return { draft: buildDraft({ version: input.version + 1 }) };
    });
    const { saver, advance, status, expectStatus } = open();
    saver.change(story('एक'));
    advance(3_000);
    await waitFor(() => expect(requests).toHaveLength(1));

    saver.change(story('दो'));
    respond();
    await waitFor(() => expect(saver.getRecord().version).toBe(1));
    expect(status()).toBe('dirty');
    advance(3_000);

    await expectStatus('saved');
    expect(requests[1]?.body).toMatchObject({ blogTitle: 'दो', version: 1 });
  });

  it('with a picture: sends it once', async () => {
    const requests = acceptSaves();
    const { saver, advance, expectStatus, stored } = open();
    const image = 'data:image/png;base64,AQID';
    saver.change(story('एक', { image }));
    advance(3_000);
    await expectStatus('saved');

    saver.change(story('दो', { image }));
    advance(3_000);
    await waitFor(() => expect(requests).toHaveLength(2));
    await expectStatus('saved');

    expect(requests[0]?.body).toHaveProperty('blogImage', image);
    expect(requests[1]?.body).not.toHaveProperty('blogImage');
    await waitFor(async () => expect(await stored()).toMatchObject({ fields: { image }, savedImage: image }));
    expect(imageToPublish(saver.getRecord())).toBe('/media/saved');
    const another = 'data:image/png;base64,BAUG';
    saver.change(story('दो', { image: another }));
    expect(imageToPublish(saver.getRecord())).toBe(another);
    saver.stop();
  });

  it('with the first picture of the text, which the server shows without storing it: sends it with each change', async () => {
    const requests = mockResponse('put', '/api/drafts/:key', ({ body }) => ({
      draft: buildDraft({ version: (body as DraftInput).version + 1 }),
    }));
    const { saver, advance, expectStatus } = open();
    const image = '/media/boat';
    saver.change(story('एक', { image }));
    advance(3_000);
    await expectStatus('saved');

    saver.change(story('एक', { image, imageAlt: 'नाव' }));
    advance(3_000);

    await waitFor(() => expect(requests[1]?.body).toMatchObject({ blogImage: image, blogImageAlt: 'नाव' }));
    saver.stop();
  });
});

describe('createDraftSaver: failures', () => {
  it('offline: saves the draft on the device, and sends it when the network is available again', async () => {
    mockNetworkError('put', '/api/drafts/:key');
    const { saver, advance, expectStatus, status } = open();
    saver.change(story('घाट'));
    advance(3_000);
    await expectStatus('savedOnDevice');
    saver.change(story('घाट पर'));
    expect(status()).toBe('savedOnDevice');

    const requests = acceptSaves();
    saver.sendNow();

    await expectStatus('saved');
    expect(requests[0]?.body).toMatchObject({ blogTitle: 'घाट पर' });
  });

  it('with a failing server: retries automatically', async () => {
    mockError('put', '/api/drafts/:key', 500, 'Something went wrong');
    const { saver, advance, expectStatus } = open();
    saver.change(story('घाट'));
    advance(3_000);
    await expectStatus('savedOnDevice');

    acceptSaves();
    await waitFor(() => {
      advance(30_000);
      expect(saver.getState().status).toBe('saved');
    });
  });

  it('with a full device and no server: is not saved; with the server back: is saved', async () => {
    mockNetworkError('put', '/api/drafts/:key');
    const { saver, advance, expectStatus } = open({ device: fullDevice });
    saver.change(story('घाट'));
    advance(3_000);
    await expectStatus('retrying');
    expect(await saver.flush()).toBe(false);

    acceptSaves();
    saver.sendNow();

    await expectStatus('saved');
  });

  it('with a full device: sends each change within a second', async () => {
    const requests = acceptSaves();
    const { saver, advance } = open({ device: fullDevice });
    saver.change(story('घाट'));
    advance(500);
    await saver.flush();
    advance(400);
    await waitFor(() => expect(requests).toHaveLength(1));

    saver.change(story('घाट पर'));
    advance(400);
    saver.change(story('घाट पर नाव'));
    advance(500);

    await waitFor(() => expect(requests).toHaveLength(2));
    saver.stop();
  });

  it('with a full device and typing that never pauses: sends less than twice a second, which the API accepts', async () => {
    const requests = acceptSaves();
    const { saver, advance, status, expectStatus } = open({ device: fullDevice });
    saver.change(story('घाट'));
    advance(500);
    await saver.flush();
    advance(400);
    await expectStatus('saved');

    for (const title of ['घाट प', 'घाट पर']) {
      saver.change(story(title));
      advance(250);
      expect(status()).toBe('dirty');
    }
    advance(400);
    await expectStatus('saved');

    expect(requests).toHaveLength(2);
    saver.stop();
  });

  it('without a response: regards the request as failed after half a minute', async () => {
    mockResponse('put', '/api/drafts/:key', () => new Promise(() => undefined));
    const { saver, advance, expectStatus } = open();
    saver.change(story('घाट'));
    advance(3_000);
    await expectStatus('saving');

    await waitFor(() => {
      advance(10_000);
      expect(saver.getState().status).toBe('savedOnDevice');
    });
    saver.stop();
  });

  it('with a device that does not respond: starts no second write before the first has ended, and then writes only the latest text', async () => {
    const put = vi.fn<DraftDevice['put']>(async () => true);
    let respond: (isComplete: boolean) => void = () => undefined;
    put.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    );
    const { saver, advance } = open({ device: { ...createDraftDevice(), put } });
    for (const title of ['एक', 'दो', 'तीन', 'चार']) {
      saver.change(story(title));
      advance(300);
      await Promise.resolve();
    }
    expect(put).toHaveBeenCalledTimes(1);

    respond(true);

    await saver.flush();
    expect(put).toHaveBeenCalledTimes(2);
    expect(put.mock.lastCall?.[0].fields.title).toBe('चार');
    saver.stop();
  });

  it('with a device that has failed and does not respond: sends without waiting for it', async () => {
    const requests = acceptSaves();
    const put = vi.fn<DraftDevice['put']>(() => new Promise(() => undefined));
    put.mockResolvedValueOnce(false);
    const { saver, advance, expectStatus } = open({ device: { ...createDraftDevice(), put } });
    saver.change(story('घाट'));
    advance(300);
    await saver.flush();

    advance(2_000);

    await expectStatus('saved');
    expect(requests).toHaveLength(1);
    saver.stop();
  });

  it('during the wait for the next attempt: waitUntilSaved sends without that wait, and waits for the response', async () => {
    mockNetworkError('put', '/api/drafts/:key');
    const { saver, advance, expectStatus } = open();
    saver.change(story('घाट'));
    advance(3_000);
    await expectStatus('savedOnDevice');
    acceptSaves();

    expect(await waitUntilSaved(saver)).toBe(true);
    expect(await waitUntilSaved(saver)).toBe(true);
  });

  it('refused by the server: shows the reason, keeps the text on the device and sends the next change', async () => {
    const message = 'Title must be at most 200 characters';
    mockResponse(
      'put',
      '/api/drafts/:key',
      { ...buildError(message), fields: [{ field: 'blogTitle', message }] },
      { status: 400 },
    );
    const { saver, advance, expectStatus, stored } = open();
    saver.change(story('ल'.repeat(300)));
    advance(3_000);
    await expectStatus('refused');
    expect(saver.getState().reason?.()).toBe(message);
    expect((await stored())?.fields.title).toHaveLength(300);

    acceptSaves();
    saver.change(story('ल'));
    advance(3_000);

    await expectStatus('saved');
  });

  it('with the URL of a picture that the server no longer has: saves the words without it', async () => {
    const message = 'A picture must be an uploaded file';
    const refusal = { ...buildError(message), fields: [{ field: 'blogImage', message }] };
    mockResponse('put', '/api/drafts/:key', refusal, { status: 400 });
    const { saver, advance, expectStatus, stored } = open();
    saver.change(story('घाट', { image: '/media/gone', imageAlt: 'नाव' }));
    advance(3_000);
    await waitFor(() => expect(saver.getRecord().fields.lostPicture).toBe('/media/gone'));

    const requests = acceptSaves();
    advance(0);

    await expectStatus('saved');
    expect(requests[0]?.body).toMatchObject({ blogTitle: 'घाट', blogImageAlt: '' });
    expect(requests[0]?.body).not.toHaveProperty('blogImage');
    const fields = story('घाट', { lostPicture: '/media/gone' });
    await waitFor(async () => expect((await stored())?.fields).toEqual(fields));
  });

  it('with a picture in the text that the server no longer has: remembers that only this device has it', async () => {
    const { saver, advance, expectStatus, stored } = open();
    const image = (key: string) => `<figure><img src="/media/${key}" alt=""></figure>`;
    mockResponse('put', '/api/drafts/:key', {
      draft: buildDraft({ blogHtml: `<p>घाट</p>${image('stored')}`, version: 1 }),
    });
    saver.change(story('घाट', { html: `<p>घाट</p>${image('gone')}${image('stored')}` }));

    advance(3_000);

    await expectStatus('saved');
    await waitFor(async () => expect((await stored())?.missingPictures).toEqual(['gone']));
    expect(isOnServer(saver.getRecord())).toBe(false);
  });

  it('with a file that the server refuses as the picture: keeps it, and shows the reason', async () => {
    const message = 'The picture is unreadable';
    const refusal = { ...buildError(message), fields: [{ field: 'blogImage', message }] };
    mockResponse('put', '/api/drafts/:key', refusal, { status: 400 });
    const { saver, advance, expectStatus } = open();
    saver.change(story('घाट', { image: 'data:image/png;base64,AQID' }));

    advance(3_000);

    await expectStatus('refused');
    expect(saver.getRecord().fields.image).toBe('data:image/png;base64,AQID');
  });

  it('refused by the server, when the author has already corrected it: sends the corrected draft', async () => {
    let refuse: () => void = () => undefined;
    const isReady = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    const refused = mockResponse(
      'put',
      '/api/drafts/:key',
      async () => {
        await isReady;
        return buildError('Title must be at most 200 characters');
      },
      { status: 400 },
    );
    const { saver, advance, status } = open();
    saver.change(story('ल'.repeat(300)));
    advance(3_000);
    await waitFor(() => expect(refused).toHaveLength(1));
    saver.change(story('ल'));
    // The change is not sent during the request.
    advance(3_000);
    const requests = acceptSaves();

    refuse();
    await waitFor(() => {
      advance(3_000);
      expect(status()).toBe('saved');
    });

    expect(requests[0]?.body).toMatchObject({ blogTitle: 'ल' });
  });

  it('after the session has ended: sends nothing and keeps the text on the device', async () => {
    const requests = acceptSaves();
    const { saver, advance, session, stored } = open();
    saver.change(story('घाट'));
    session.userId = 'arjun';
    advance(60_000);
    await saver.flush();

    expect(requests).toHaveLength(0);
    expect((await stored())?.fields.title).toBe('घाट');
  });
});

describe('createDraftSaver: publishing', () => {
  it('closed while a save is due: sends nothing; removed: removes the draft from the device and the server', async () => {
    const requests = acceptSaves();
    const removed = mockRemovals();
    mockResponse('get', '/api/drafts/:key', { draft: buildDraft({ version: 1 }) });
    const { saver, advance, expectStatus, stored } = open();
    saver.change(story('एक'));
    advance(3_000);
    await expectStatus('saved');
    saver.change(story('दो'));

    saver.close();
    advance(60_000);
    await saver.remove({ isPublished: false });
    saver.change(story('तीन'));
    saver.reopen();
    advance(60_000);
    await saver.flush();

    expect(requests).toHaveLength(1);
    expect(removed).toHaveLength(1);
    expect(await stored()).toBeNull();
  });

  it('reopened after publishing has failed: saves again', async () => {
    acceptSaves();
    const { saver, advance, expectStatus } = open();
    saver.change(story('एक'));
    saver.close();

    saver.reopen();
    advance(3_000);

    await expectStatus('saved');
    saver.close();
    saver.reopen();
    await expectStatus('saved');
  });
});

describe('createDraftSaver: removal', () => {
  it('of a draft with a text from another device: leaves that text on the server', async () => {
    acceptSaves();
    const { saver, advance, expectStatus } = open();
    saver.change(story('एक'));
    advance(3_000);
    await expectStatus('saved');
    const removed = mockRemovals();
    const draft = buildDraft({ blogHtml: '<p>हज़ार शब्द</p>', version: 9 });
    const reads = mockResponse('get', '/api/drafts/:key', { draft });
    saver.change(EMPTY);

    await saver.remove({ isPublished: false });

    expect(reads).toHaveLength(1);
    expect(removed).toHaveLength(0);
  });

  it('during the first save, before the server has stored it: deletes it, so that it is not stored later', async () => {
    const saves = mockResponse('put', '/api/drafts/:key', () => new Promise<never>(() => {}));
    mockError('get', '/api/drafts/:key', 404, 'Draft not found');
    const removed = mockRemovals();
    const { saver, advance } = open();
    saver.change(story('एक'));
    advance(3_000);
    await expect.poll(() => saves).toHaveLength(1);

    await saver.remove({ isPublished: false });

    expect(removed).toHaveLength(1);
  });

  it('of a published draft: leaves it to the server', async () => {
    acceptSaves();
    const { saver, advance, expectStatus, stored } = open();
    saver.change(story('एक'));
    advance(3_000);
    await expectStatus('saved');
    const removed = mockRemovals();

    await saver.remove({ isPublished: true });

    expect(removed).toHaveLength(0);
    expect(await stored()).toBeNull();
  });

  it('of a published draft that a save without a response has created again: deletes the new one', async () => {
    mockNetworkError('put', '/api/drafts/:key');
    const { saver, advance, expectStatus } = open();
    saver.change(story('एक'));
    advance(3_000);
    await expectStatus('savedOnDevice');
    const draft = buildDraft({ blogTitle: 'एक', blogHtml: story('एक').html, version: 1 });
    mockResponse('get', '/api/drafts/:key', { draft });
    const removed = mockRemovals();

    await saver.remove({ isPublished: true });

    expect(removed).toHaveLength(1);
  });
});

describe('createDraftSaver: conflicts', () => {
  function conflictWith(title: string) {
    const draft = buildDraft({ blogTitle: title, blogHtml: `<p>${title}, सुबह</p>`, version: 7 });
    mockResponse('put', '/api/drafts/:key', { ...buildError('Changed'), draft }, { status: 409 });
    mockResponse('get', '/api/drafts/:key', { draft });
    return draft;
  }

  it('changed elsewhere: sends nothing until the author keeps their own text', async () => {
    conflictWith('दूसरा');
    const { saver, advance, expectStatus } = open();
    saver.change(story('मेरा'));
    advance(3_000);
    await expectStatus('conflict');
    expect(saver.getState().stored?.blogTitle).toBe('दूसरा');
    const requests = acceptSaves();
    saver.change(story('मेरा और'));
    advance(60_000);
    expect(requests).toHaveLength(0);

    saver.keepOwn();
    advance(0);

    await expectStatus('saved');
    expect(requests[0]?.body).toMatchObject({ blogTitle: 'मेरा और', version: 7 });
  });

  it('resolved with the other text: continues it', async () => {
    const draft = conflictWith('दूसरा');
    const { saver, advance, expectStatus, status, stored } = open();
    saver.change(story('मेरा'));
    advance(3_000);
    await expectStatus('conflict');

    expect(saver.keepStored(draft).title).toBe('दूसरा');

    expect(status()).toBe('saved');
    await saver.flush();
    await waitFor(async () => expect((await stored())?.version).toBe(7));
  });

  it('with a draft that this form sent, whose response was lost: reports no conflict', async () => {
    mockNetworkError('put', '/api/drafts/:key');
    const { saver, advance, expectStatus } = open();
    saver.change(story('एक'));
    advance(3_000);
    await expectStatus('savedOnDevice');
    const draft = buildDraft({ blogTitle: 'एक ', blogHtml: '<p>एक,  सुबह</p>', version: 1 });
    mockResponse('get', '/api/drafts/:key', { draft });
    mockResponse('put', '/api/drafts/:key', buildError('Changed'), { status: 409 });
    saver.change(story('एक दो'));
    saver.sendNow();
    await waitFor(() => expect(saver.getRecord().version).toBe(1));

    const requests = acceptSaves();
    advance(0);

    await expectStatus('saved');
    expect(requests[0]?.body).toMatchObject({ blogTitle: 'एक दो', version: 1 });
  });

  it('with the same text and more pictures from another device: is a conflict', async () => {
    const requests = acceptSaves();
    const { saver, advance, expectStatus } = open();
    saver.change(story('घाट'));
    advance(3_000);
    await expectStatus('saved');
    const blogHtml = `${story('घाट').html}<figure><img src="/media/k" alt=""></figure>`;
    const draft = buildDraft({ blogTitle: 'घाट', blogHtml, version: 2 });
    mockResponse('get', '/api/drafts/:key', { draft });
    const rejected = mockResponse('put', '/api/drafts/:key', buildError('Changed'), { status: 409 });

    saver.change(story('घाट', { visibility: 'public' }));
    advance(3_000);
    await waitFor(() => expect(rejected).toHaveLength(1));

    await expectStatus('conflict');
    expect(requests).toHaveLength(1);
  });

  it.each<[string, Partial<Draft>]>([
    ['a picture in the text', { blogHtml: '<p>घाट, सुबह</p><figure><img src="/media/k" alt=""></figure>' }],
    ['a picture of the card', { blogImage: '/media/k' }],
    ['other formatting', { blogHtml: '<p>घाट, <strong>सुबह</strong></p>' }],
    ['a place', { place: PLACE }],
    ['a day of the visit', { visitedOn: '2024-03-12' }],
    ['other readers', { visibility: 'public' }],
    ['another version since', { version: 2 }],
  ])('with the text of a save without a response, but with %s: is a conflict', async (_what, change) => {
    const device = createDraftDevice();
    const fields = story('घाट', { place: null });
    const record = { ...createRecord(USER, fields, null), unconfirmed: [digestFields(fields)] };
    const stored = { blogTitle: 'घाट', blogHtml: fields.html, isPlaceChosen: true, version: 1 };
    await device.put(record);
    mockResponse('get', '/api/drafts/:key', { draft: buildDraft({ ...stored, ...change }) });

    expect((await loadDraft(USER, record.key))?.conflict).toMatchObject(change);
    mockResponse('get', '/api/drafts/:key', { draft: buildDraft(stored) });
    expect((await loadDraft(USER, record.key))?.conflict).toBeUndefined();
  });

  /** Items as the editor writes them. */
  const item = (text: string, kind: 'bullet' | 'ordered', indent = 0) =>
    `<li data-list="${kind}"${indent === 0 ? '' : ` class="ql-indent-${indent}"`}><span class="ql-ui"></span>${text}</li>`;

  it.each([
    [
      'bullets',
      `<ol>${item('घाट', 'bullet')}${item('नाव', 'bullet')}</ol>`,
      '<ul><li>घाट</li><li>नाव</li></ul>',
    ],
    ['numbers', `<ol>${item('घाट', 'ordered')}</ol>`, '<ol><li>घाट</li></ol>'],
    [
      'levels',
      `<ol>${item('घाट', 'bullet')}${item('नाव', 'ordered', 1)}${item('चाय', 'bullet')}</ol>`,
      '<ul><li>घाट<ol><li>नाव</li></ol></li><li>चाय</li></ul>',
    ],
    [
      'a level that is skipped, and an empty item',
      `<ol>${item('घाट', 'bullet')}${item('', 'bullet')}${item('नाव', 'bullet', 3)}</ol>`,
      '<ul><li>घाट</li><li><ul><li>नाव</li></ul></li></ul>',
    ],
  ])('with a list of %s in a save without a response: is no conflict', async (_what, html, blogHtml) => {
    const fields = story('घाट', { html });
    const record = { ...createRecord(USER, fields, null), unconfirmed: [digestFields(fields)] };

    const stored = buildDraft({ blogTitle: 'घाट', blogHtml, version: 1 });

    expect(mergeDraft(record, stored)?.conflict).toBeUndefined();
  });

  it.each([
    ['another kind', item('नाव', 'ordered', 1)],
    ['another level', item('नाव', 'bullet')],
  ])(
    'with the words of a save without a response, but with %s of a list item: is a conflict',
    (_what, other) => {
      const list = (second: string) => `<ol>${item('घाट', 'bullet')}${second}</ol>`;
      const fields = story('घाट', { html: list(other) });
      const record = { ...createRecord(USER, fields, null), unconfirmed: [digestFields(fields)] };

      const stored = buildDraft({
        blogTitle: 'घाट',
        blogHtml: '<ul><li>घाट<ul><li>नाव</li></ul></li></ul>',
        version: 1,
      });

      expect(mergeDraft(record, stored)?.conflict).toBe(stored);
    },
  );

  it('rejected, while another device has saved the same text: is still a conflict after a reload', async () => {
    mockError('put', '/api/drafts/:key', 409, 'Changed');
    mockNetworkError('get', '/api/drafts/:key');
    const { saver, advance, expectStatus } = open();
    saver.change(story('घाट'));
    advance(3_000);
    await expectStatus('savedOnDevice');
    await saver.flush();
    saver.stop();
    const draft = buildDraft({ blogTitle: 'घाट', blogHtml: story('घाट').html, version: 1 });
    mockResponse('get', '/api/drafts/:key', { draft });

    expect((await loadDraft(USER, saver.getRecord().key))?.conflict).toBeDefined();
  });

  it('with an earlier picture sent in a save whose response was lost: sends the picture that the form shows', async () => {
    acceptSaves();
    const { saver, advance, expectStatus } = open();
    const image = 'data:image/png;base64,AQID';
    saver.change(story('एक', { image }));
    advance(3_000);
    await expectStatus('saved');
    mockNetworkError('put', '/api/drafts/:key');
    saver.change(story('एक', { image: 'data:image/png;base64,BAUG' }));
    advance(3_000);
    await expectStatus('savedOnDevice');
    mockResponse('get', '/api/drafts/:key', {
      draft: buildDraft({
        blogTitle: 'एक',
        blogHtml: story('एक').html,
        blogImage: '/media/another',
        version: 2,
      }),
    });
    mockResponse('put', '/api/drafts/:key', buildError('Changed'), { status: 409 });
    saver.change(story('एक', { image }));
    saver.sendNow();
    await waitFor(() => expect(saver.getRecord().version).toBe(2));

    const requests = acceptSaves();
    advance(0);

    await expectStatus('saved');
    expect(requests[0]?.body).toMatchObject({ blogImage: image, version: 2 });
  });

  it('deleted elsewhere while it is being edited: is stored again only as a new draft', async () => {
    const requests = acceptSaves();
    const { saver, advance, expectStatus } = open();
    saver.change(story('एक'));
    advance(3_000);
    await expectStatus('saved');
    const firstKey = saver.getRecord().key;
    mockError('put', '/api/drafts/:key', 404, 'Draft not found');
    saver.change(story('दो'));
    advance(3_000);
    await expectStatus('conflict');
    expect(saver.getState().stored).toBeNull();

    const laterRequests = acceptSaves();
    saver.keepOwn();
    advance(0);

    await expectStatus('saved');
    expect(requests).toHaveLength(1);
    expect(laterRequests[0]?.body).toMatchObject({ blogTitle: 'दो', version: 0 });
    expect(saver.getRecord().key).not.toBe(firstKey);
  });

  it('of an unpublished story that was published elsewhere, and kept: is stored as an edit of that story', async () => {
    const post = { _id: 'ghat', version: 2 };
    const record = { ...createRecord(USER, EMPTY, post), isUnpublished: true, version: 1 };
    const { saver, advance, expectStatus } = await openRemovedElsewhere({ record });

    const requests = acceptSaves();
    saver.rebase({ ...post, version: 3 }, saver.getRecord().fields);
    saver.keepOwn();
    advance(0);

    await expectStatus('saved');
    expect(requests[0]?.body).toMatchObject({ postId: 'ghat', baseVersion: 3, version: 0 });
  });

  it('changed elsewhere, when the changed draft cannot be read: retries later', async () => {
    const expireRead = holdTimeout();
    mockError('put', '/api/drafts/:key', 409, 'Changed');
    const reads = mockResponse('get', '/api/drafts/:key', () => new Promise(() => undefined));
    const { saver, advance, expectStatus } = open();
    saver.change(story('घाट'));
    advance(3_000);
    await waitFor(() => expect(reads).toHaveLength(1));

    expireRead();

    await expectStatus('savedOnDevice');
    saver.stop();
  });

  it('kept as a new draft on a device that cannot move its pictures: the old draft also stays there', async () => {
    const device = { ...createDraftDevice(), moveUploads: async () => false };
    const { saver, advance, expectStatus, stored } = await openRemovedElsewhere({ device });
    const firstKey = saver.getRecord().key;
    acceptSaves();

    saver.keepOwn();
    advance(0);

    await expectStatus('saved');
    await saver.flush();
    expect((await stored())?.fields.title).toBe('एक');
    expect((await device.get(USER, firstKey))?.fields.title).toBe('एक');
  });

  it.each(['put', 'moveUploads'] as const)(
    'kept as a new draft while %s fails on the device: the next write replaces the old draft',
    async (operation) => {
      const device = createDraftDevice();
      const { saver, advance, expectStatus, stored } = await openRemovedElsewhere({ device });
      const firstKey = saver.getRecord().key;
      const moveUploads = vi.spyOn(device, 'moveUploads');
      vi.spyOn(device, operation).mockResolvedValueOnce(false);
      acceptSaves();

      saver.keepOwn();
      advance(0);
      await expectStatus('saved');

      expect(await saver.flush()).toBe(true);
      expect((await stored())?.fields.title).toBe('एक');
      expect(moveUploads).toHaveBeenLastCalledWith(USER, firstKey, saver.getRecord().key);
      expect(await device.get(USER, firstKey)).toBeNull();
    },
  );

  it('kept as a new draft on a device that cannot move its pictures, then removed: the old draft is also removed', async () => {
    const device = { ...createDraftDevice(), moveUploads: async () => false };
    const { saver, advance, expectStatus } = await openRemovedElsewhere({ device });
    acceptSaves();
    saver.keepOwn();
    advance(0);
    await expectStatus('saved');

    await saver.remove({ isPublished: true });

    expect(await device.list(USER)).toEqual([]);
  });
});

describe('createDraftSaver: a draft that is open in two tabs, offline', () => {
  const image = 'data:image/png;base64,AQID';
  const html = '<p>दो</p><figure data-upload="b2"><img alt=""></figure>';
  const { put: putObject } = IDBObjectStore.prototype;

  /** Stores the picture of `html`. */
  async function storeUpload(draftKey: string) {
    const upload = { userId: USER, id: 'b2', draftKey, type: 'image/jpeg', name: 'ghat.jpg' };
    const progress = { isPrepared: true, size: null, uploadUrl: null, src: null, uploadedAt: null };
    await uploadDevice.put({ ...upload, ...progress }, new Blob(['x']));
  }

  /** Opens the draft as another tab does. */
  async function openTab(key: string) {
    const device = createDraftDevice();
    const record = await device.get(USER, key);
    if (record === null) throw new Error('The draft was not found');
    return open({ record, device });
  }

  async function openTwoTabs() {
    const saved = { version: 1, isSaved: true, changedAt: 1 };
    const record = { ...createRecord(USER, story('घाट'), null), ...saved };
    await createDraftDevice().put(record);
    mockNetworkError('put', '/api/drafts/:key');
    const first = await openTab(record.key);
    const second = await openTab(record.key);
    second.advance(1);
    return { key: record.key, first, second };
  }

  async function write({ saver }: Awaited<ReturnType<typeof openTab>>, fields: PostFields) {
    saver.change(fields);
    expect(await saver.flush()).toBe(true);
    await saver.sendNow();
  }

  const listed = async () => (await createDraftDevice().list(USER)).map(({ fields }) => fields.title).sort();

  it('and changed in both: makes the later text a draft of its own, with its pictures', async () => {
    const { key, first, second } = await openTwoTabs();
    await storeUpload(key);

    await write(first, story('एक'));
    await write(second, story('दो', { html, image }));
    await write(first, story('एक, फिर'));
    second.advance(1);
    await write(second, story('दो, फिर', { html, image }));

    expect(await listed()).toEqual(['एक, फिर', 'दो, फिर'].sort());
    const { key: newKey } = second.saver.getRecord();
    expect(newKey).not.toBe(key);
    expect((await createDraftDevice().get(USER, newKey))?.fields.image).toBe(image);
    expect((await uploadDevice.get(USER, 'b2'))?.record.draftKey).toBe(newKey);
    const requests = acceptSaves();
    await Promise.all([first.saver.sendNow(), second.saver.sendNow()]);
    expect(requests.map(({ url, body }) => [url.pathname.split('/').at(-1), body])).toEqual(
      expect.arrayContaining([
        [key, expect.objectContaining({ blogTitle: 'एक, फिर', version: 1 })],
        [newKey, expect.objectContaining({ blogTitle: 'दो, फिर', version: 0 })],
      ]),
    );
  });

  /** Opens two tabs; the second one becomes a new draft, whose picture cannot be moved yet. */
  async function openWithUnmovedPicture() {
    const { key, first, second } = await openTwoTabs();
    await storeUpload(key);
    await write(first, story('एक'));
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...args: Parameters<typeof putObject>
    ) {
      if (this.name === 'uploads') throw new DOMException('full', 'QuotaExceededError');
      return putObject.apply(this, args);
    });
    second.saver.change(story('दो', { html }));
    expect(await second.saver.flush()).toBe(false);
    vi.mocked(IDBObjectStore.prototype.put).mockRestore();
    return second;
  }

  it('and changed in both, when a picture cannot be moved at first: moves it with the next write', async () => {
    const second = await openWithUnmovedPicture();

    await write(second, story('दो, फिर', { html }));

    expect(await listed()).toEqual(['एक', 'दो, फिर'].sort());
    const { key: newKey } = second.saver.getRecord();
    expect((await uploadDevice.get(USER, 'b2'))?.record.draftKey).toBe(newKey);
  });

  it('and changed in a third one before a picture could be moved: moves it to the draft that has it', async () => {
    const second = await openWithUnmovedPicture();
    const third = await openTab(second.saver.getRecord().key);
    third.advance(2);
    await write(third, story('तीन'));
    second.advance(3);

    await write(second, story('दो, फिर', { html }));

    expect(await listed()).toEqual(['एक', 'तीन', 'दो, फिर'].sort());
    const { key: newKey } = second.saver.getRecord();
    expect((await uploadDevice.get(USER, 'b2'))?.record.draftKey).toBe(newKey);
  });

  it('and changed in both, with a picture in both texts: leaves it with the earlier text', async () => {
    const { key, first, second } = await openTwoTabs();
    await storeUpload(key);

    await write(first, story('एक', { html }));
    await write(second, story('दो', { html }));

    expect(await listed()).toEqual(['एक', 'दो'].sort());
    expect((await uploadDevice.get(USER, 'b2'))?.record.draftKey).toBe(key);
  });

  it('and continued in a tab that has read the text of the other one: stays one draft', async () => {
    const { key, first } = await openTwoTabs();
    await write(first, story('एक'));
    const third = await openTab(key);
    third.advance(1);
    await write(third, story('एक, फिर'));

    // Writes to the device before it sends.
    await first.saver.sendNow();

    expect(await listed()).toEqual(['एक, फिर']);
  });

  it('and published in a tab that has not read the text of the other one: leaves that text on the device', async () => {
    const { first, second } = await openTwoTabs();
    await write(first, story('एक'));

    await second.saver.remove({ isPublished: true });

    expect(await listed()).toEqual(['एक']);
  });
});

describe('nextState', () => {
  it('after another successful write to the device: returns the same object', () => {
    expect(nextState(INITIAL_STATE, { kind: 'deviceWritten', isComplete: true })).toBe(INITIAL_STATE);
  });
});

describe('createDraftDevice', () => {
  /** Makes the writes of drafts wait. @returns a function that ends it. */
  async function blockDrafts(): Promise<() => void> {
    const db = await openDB(DRAFT_DB_NAME);
    const { store, done } = db.transaction('drafts', 'readwrite');
    let isBlocked = true;
    // A transaction stays open as long as it has requests.
    const block = async () => {
      while (isBlocked) await store.get('none');
    };
    void block();
    void done.then(() => db.close());
    return () => {
      isBlocked = false;
    };
  }

  it('with drafts of two users: each user can read only their own', async () => {
    const device = createDraftDevice();
    const record = createRecord(USER, story('मेरा', { image: 'data:image/png;base64,AQID' }), null);
    await device.put(record);

    expect(await device.get('arjun', record.key)).toBeNull();
    expect(await device.list('arjun')).toEqual([]);
    expect(await createDraftDevice().get(USER, record.key)).toEqual(record);
    await device.remove(USER, record.key);
    expect(await device.list(USER)).toEqual([]);
  });

  it('with full storage: returns false', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });

    expect(await createDraftDevice().put(createRecord(USER, story('मेरा'), null))).toBe(false);
  });

  it('with a write that ends after the timeout: does not take its text for that of another tab', async () => {
    const device = createDraftDevice();
    const record = { ...createRecord(USER, story('एक'), null), changedAt: 1 };
    await device.put(record);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const release = await blockDrafts();
    const late = device.put({ ...record, fields: story('दो'), changedAt: 2 });
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2));
    vi.advanceTimersByTime(5_000);
    expect(await late).toBe(false);
    release();

    expect(await device.put({ ...record, fields: story('तीन'), changedAt: 3 })).toBe(true);

    expect(await device.list(USER)).toMatchObject([{ key: record.key, fields: { title: 'तीन' } }]);
  });

  /** Makes all further writes of card pictures fail. */
  function rejectPictures(): void {
    const putObject = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...args: Parameters<typeof putObject>
    ) {
      if (this.name === 'pictures') throw new DOMException('full', 'QuotaExceededError');
      return putObject.apply(this, args);
    });
  }

  it('with a picture that did not fit: returns the picture on the server, or none', async () => {
    const image = 'data:image/png;base64,AQID';
    const saved = { savedImage: image, savedImageUrl: '/media/saved' };
    const record = createRecord(USER, story('मेरा', { image }), null);
    rejectPictures();
    const device = createDraftDevice();

    await device.put(record);
    const unsaved = await createDraftDevice().get(USER, record.key);
    await device.put({ ...record, ...saved });
    const stored = await createDraftDevice().get(USER, record.key);

    expect([unsaved?.fields.image, unsaved?.savedImage]).toEqual(['', '']);
    expect([stored?.fields.image, stored?.savedImage]).toEqual(['/media/saved', '/media/saved']);
  });

  it('with a picture that did not fit in place of another: returns the new one, which the server has', async () => {
    const image = 'data:image/png;base64,AQID';
    const device = createDraftDevice();
    const record = createRecord(USER, story('मेरा', { image }), null);
    await device.put(record);
    rejectPictures();
    const another = 'data:image/png;base64,BAUG';
    const replaced = { ...record, fields: { ...record.fields, image: another } };

    await device.put(replaced);
    await device.put({ ...replaced, savedImage: another, savedImageUrl: '/media/saved' });

    const stored = await createDraftDevice().get(USER, record.key);
    expect([stored?.fields.image, stored?.savedImage]).toEqual(['/media/saved', '/media/saved']);
  });
});

describe('loadDraft', () => {
  it('offline: opens the draft from the device', async () => {
    const record = { ...createRecord(USER, story('मेरा'), null), version: 2 };
    await createDraftDevice().put(record);
    mockNetworkError('get', '/api/drafts/:key');

    expect(await loadDraft(USER, record.key)).toEqual({ record });
  });

  it('published elsewhere since it was saved: removes it from the device', async () => {
    const record = { ...createRecord(USER, story('मेरा'), null), version: 2, isSaved: true };
    await createDraftDevice().put(record);
    mockError('get', '/api/drafts/:key', 404, 'Draft not found');

    expect(await loadDraft(USER, record.key)).toBeNull();
    expect(await createDraftDevice().list(USER)).toEqual([]);
  });
});

describe('loadDraft: a device that cannot be read', () => {
  const image = 'data:image/png;base64,AQID';
  const html = '<p>घाट</p><figure data-upload="a1"><img alt=""></figure>';

  /** Makes reads from the device fail, all or a number of them. @returns a function that ends the failures. */
  function failReads(count = Infinity): () => void {
    const { get } = IDBObjectStore.prototype;
    let remaining = count;
    const spy = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (
      this: IDBObjectStore,
      ...args: Parameters<typeof get>
    ) {
      remaining -= 1;
      if (remaining >= 0) throw new DOMException('Connection lost', 'UnknownError');
      return get.apply(this, args);
    });
    return () => spy.mockRestore();
  }

  /** Stores a draft on the device, and an earlier text of it on the server. */
  async function storeBoth(isSaved: boolean): Promise<DraftRecord> {
    const record = { ...createRecord(USER, story('मेरा', { image, html }), null), version: 2, isSaved };
    await createDraftDevice().put(record);
    const stored = buildDraft({ key: record.key, blogTitle: 'पहला', version: 2 });
    mockResponse('get', '/api/drafts/:key', { draft: stored });
    return record;
  }

  async function openFromServer(key: string) {
    const endFailures = failReads();
    const opened = await loadDraft(USER, key);
    endFailures();
    if (opened === null) throw new Error('The draft was not found');
    expect(opened.record.fields.title).toBe('पहला');
    const saver = openSaver(opened);
    holdSaver(saver);
    return saver;
  }

  it('once: opens the draft of the device', async () => {
    const record = await storeBoth(false);
    failReads(1);

    expect((await loadDraft(USER, record.key))?.record.fields).toEqual(record.fields);
  });

  it('at all: opens the draft of the server, and a change keeps the text of the device as another draft', async () => {
    const record = await storeBoth(false);
    const upload = { userId: USER, id: 'a1', draftKey: record.key, type: 'image/jpeg', name: 'ghat.jpg' };
    const progress = { isPrepared: true, size: null, uploadUrl: null, src: null, uploadedAt: null };
    await uploadDevice.put({ ...upload, ...progress }, new Blob(['x']));
    const saver = await openFromServer(record.key);

    saver.change(story('नया'));
    expect(await saver.flush()).toBe(true);
    saver.change(story('नया घाट'));
    expect(await saver.flush()).toBe(true);

    const device = createDraftDevice();
    const listed = await device.list(USER);
    expect(listed).toHaveLength(2);
    expect((await device.get(USER, record.key))?.fields.title).toBe('नया घाट');
    const copy = listed.find(({ key }) => key !== record.key);
    expect(await device.get(USER, copy?.key ?? '')).toMatchObject({
      fields: record.fields,
      version: 0,
      isSaved: false,
    });
    expect((await uploadDevice.get(USER, 'a1'))?.record.draftKey).toBe(copy?.key);
  });

  it('at all, when the opened draft is published: keeps the text of the device as another draft', async () => {
    const record = await storeBoth(false);
    const saver = await openFromServer(record.key);

    await removeDraft(saver, { isPublished: true });

    const [copy, ...others] = await createDraftDevice().list(USER);
    expect(others).toEqual([]);
    expect(copy?.key).not.toBe(record.key);
    expect(copy?.fields.title).toBe('मेरा');
  });

  it('at all, with nothing that the server does not have: keeps one draft', async () => {
    const record = { ...createRecord(USER, story('पहला'), null), version: 2, isSaved: true };
    await createDraftDevice().put(record);
    mockResponse('get', '/api/drafts/:key', {
      draft: buildDraft({ key: record.key, blogTitle: 'पहला', version: 2 }),
    });
    const saver = await openFromServer(record.key);

    saver.change(story('नया'));
    expect(await saver.flush()).toBe(true);

    expect(await createDraftDevice().list(USER)).toMatchObject([
      { key: record.key, fields: { title: 'नया' } },
    ]);
  });

  it('at all, with a draft that the server does not have: rejects, since the device may have it', async () => {
    mockError('get', '/api/drafts/:key', 404, 'Draft not found');
    failReads();

    await expect(loadDraft(USER, createRecord(USER, EMPTY, null).key)).rejects.toThrow('Connection lost');
  });
});

describe('loadDraft: a draft whose form was left', () => {
  it('with a full device and no server: continues from the text of the form', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    mockNetworkError('get', '/api/drafts/:key');
    const saver = openSaver({ record: createRecord(USER, EMPTY, null) });
    holdSaver(saver);
    saver.change(story('मेरा'));

    const opened = await loadDraft(USER, saver.getRecord().key);

    expect(opened?.record.fields.title).toBe('मेरा');
  });
});

describe('releaseSaver: a form that was left', () => {
  it('while nobody was signed in: sends the draft once its author has signed in again', async () => {
    const { clock, advance } = createClock();
    vi.spyOn(CLOCK, 'after').mockImplementation(clock.after);
    const me = { ...buildUser(), _id: USER };
    useAuthStore.setState({ user: me });
    mockNetworkError('put', '/api/drafts/:key');
    const saver = openSaver({ record: createRecord(USER, EMPTY, null) });
    holdSaver(saver);
    saver.change(story('मेरा'));
    releaseSaver(saver);
    await waitFor(() => expect(saver.getState().status).toBe('savedOnDevice'));
    useAuthStore.setState({ user: null });
    advance(60_000);

    const requests = acceptSaves();
    useAuthStore.setState({ user: { ...me, _id: 'arjun' } });
    useAuthStore.setState({ user: me });

    await waitFor(() => expect(saver.getState().status).toBe('saved'));
    expect(requests).toHaveLength(1);
  });
});

describe('loadDraft and listDrafts: a server that does not respond', () => {
  it('with a draft on the device: open it after ten seconds, and list it after the time limit of a page', async () => {
    const record = createRecord(USER, story('मेरा'), null);
    await createDraftDevice().put(record);
    const reads = ['/api/drafts', '/api/drafts/:key'].map((path) =>
      mockResponse('get', path, () => new Promise(() => undefined)),
    );
    const expirePage = holdTimeout();
    const { clock, advance } = createClock();
    vi.spyOn(CLOCK, 'after').mockImplementation(clock.after);

    const opened = loadDraft(USER, record.key);
    const listed = listDrafts(USER);
    await waitFor(() => expect(reads.flat()).toHaveLength(2));
    advance(10_000);

    expect(await opened).toEqual({ record });
    expirePage();
    expect(await listed).toEqual({ records: [record], unreadable: ['server'] });
  });
});

describe('loadDraft and listDrafts: pictures that are not uploaded yet', () => {
  it('published elsewhere: the draft with its pictures stays on the device, and is opened as not saved', async () => {
    const html = '<p>घाट</p><figure data-upload="a1"><img alt=""></figure>';
    const record = { ...createRecord(USER, story('मेरा', { html }), null), version: 2, isSaved: true };
    await createDraftDevice().put(record);
    mockError('get', '/api/drafts/:key', 404, 'Draft not found');
    mockResponse('get', '/api/drafts', { drafts: [], nextCursor: null });

    expect((await listDrafts(USER)).records).toEqual([record]);
    expect(await loadDraft(USER, record.key)).toEqual({ record: { ...record, isSaved: false } });
    expect(await createDraftDevice().list(USER)).toEqual([record]);
  });
});

describe('listDrafts: drafts that the server no longer has', () => {
  const stored = { version: 2, isSaved: true };

  it('with everything saved: are removed from the device, unless a form has them', async () => {
    const device = createDraftDevice();
    const removed = { ...createRecord(USER, story('एक'), null), ...stored };
    const unsaved = { ...createRecord(USER, story('दो'), null), version: 2 };
    const open = { ...createRecord(USER, story('तीन'), null), ...stored };
    for (const record of [removed, unsaved, open]) await device.put(record);
    const saver = openSaver({ record: open });
    holdSaver(saver);
    mockResponse('get', '/api/drafts', { drafts: [], nextCursor: null });

    expect((await listDrafts(USER)).records).toEqual([unsaved]);

    const keys = [unsaved.key, open.key].sort();
    await waitFor(async () => expect((await device.list(USER)).map(({ key }) => key).sort()).toEqual(keys));
  });

  it('with a server that cannot be reached: stay', async () => {
    const record = { ...createRecord(USER, story('एक'), null), ...stored };
    await createDraftDevice().put(record);
    mockNetworkError('get', '/api/drafts');

    await listDrafts(USER);

    expect(await createDraftDevice().list(USER)).toEqual([record]);
  });
});

describe('mergeDraft', () => {
  const local = { ...createRecord(USER, story('मेरा'), null), version: 2 };
  const stored = buildDraft({ key: local.key, blogTitle: 'दूसरा', version: 3 });

  it('with everything saved here and a later version on the server: opens the later version', () => {
    expect(mergeDraft({ ...local, isSaved: true }, stored)?.record.fields.title).toBe('दूसरा');
  });

  it('with changes on both sides: is a conflict', () => {
    expect(mergeDraft(local, stored)).toEqual({ record: local, conflict: stored });
  });

  it('with changes only on this device: opens them', () => {
    expect(mergeDraft(local, { ...stored, version: 2 })).toEqual({ record: local });
  });
});
