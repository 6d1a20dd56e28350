import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { buildPicture } from '../../test/pictures.js';
import { signIn } from '../../test/sign-in.js';
import { until } from '../../test/socket.js';
import {
  buildLargePicture,
  createUpload,
  headUpload,
  sendBytes,
  TUS,
  UPLOAD_TYPE,
} from '../../test/uploads.js';
import { DraftModel } from '../draft/draft.model.js';
import { unavailable } from '../http/app-error.js';
import { storageUnavailable } from './blob-store.js';
import { MediaModel } from './media.model.js';
import { UploadModel } from './upload.model.js';

useDatabase();
const app = useApp();
const limited = useApp({ env: { RATE_LIMITS: 'on' } });
afterEach(() => {
  vi.restoreAllMocks();
});

describe('an upload that a killed process has left', () => {
  it('with all its bytes but no picture: the next HEAD stores the picture, once', async () => {
    const me = await signIn(app);
    const picture = await buildPicture(40, 30).png().toBuffer();
    const location = await createUpload(me, picture.length);
    const { uploads } = app.server.services;
    const id = location.split('/').at(-1) ?? '';
    await uploads.claim(me.user._id, id, 'killed');
    await uploads.append(id, { writer: 'killed', offset: 0, bytes: picture });

    const responses = await Promise.all([
      headUpload(me, location),
      headUpload(me, location),
      headUpload(me, location),
    ]);

    const addresses = new Set(responses.map(({ headers }) => headers['upload-media']));
    expect([...addresses]).toEqual([expect.stringMatching(/^\/media\//)]);
    expect(await MediaModel.countDocuments()).toBe(1);
  });

  it('with a picture, before it was recorded as finished: HEAD names the same picture', async () => {
    const me = await signIn(app);
    const picture = await buildPicture(40, 30).png().toBuffer();
    const location = await createUpload(me, picture.length);
    const { uploads, media } = app.server.services;
    const id = location.split('/').at(-1) ?? '';
    await uploads.claim(me.user._id, id, 'killed');
    await uploads.append(id, { writer: 'killed', offset: 0, bytes: picture });
    const { mediaKey = '' } = (await UploadModel.findById(id).lean()) ?? {};
    await media.acceptUpload({ key: mediaKey, userId: me.user._id, bytes: picture });

    const response = await headUpload(me, location);

    expect(response.headers['upload-media']).toBe(`/media/${mediaKey}`);
    expect(await MediaModel.countDocuments()).toBe(1);
  });
});

describe('two requests for one upload', () => {
  it('a stuck PATCH and a later HEAD: the stuck PATCH can no longer append, and the next PATCH continues', async () => {
    const me = await signIn(app);
    // Several parts are left after the first one, so appending fails while bytes still arrive.
    const picture = await buildLargePicture(800, 600);
    const location = await createUpload(me, picture.length);
    const stuck = request(`${app.url}${location}`, {
      method: 'PATCH',
      headers: {
        ...TUS,
        Cookie: me.cookie,
        'Upload-Offset': '0',
        'Content-Type': UPLOAD_TYPE,
        'Content-Length': picture.length,
      },
    });
    const stuckResponse = once(stuck, 'response');
    stuck.write(picture.subarray(0, 300_000));
    await until(async () => {
      expect((await UploadModel.findOne().lean())?.offset).toBeGreaterThan(0);
    });

    const resumed = await headUpload(me, location);
    const offset = Number(resumed.headers['upload-offset']);
    const last = await sendBytes(me, location, offset, picture.subarray(offset));
    stuck.end(picture.subarray(300_000));

    expect(offset).toBeGreaterThan(0);
    expect(last.headers['upload-media']).toMatch(/^\/media\//);
    const [{ statusCode }] = await stuckResponse;
    expect(statusCode).toBe(409);
    const served = await me.agent.get(last.headers['upload-media'] ?? '').buffer();
    expect(served.status).toBe(200);
    expect(await MediaModel.countDocuments()).toBe(1);
  });

  it('a client that disconnects: the bytes that have arrived are stored', async () => {
    const me = await signIn(app);
    const location = await createUpload(me, 1_000_000);
    const cut = request(`${app.url}${location}`, {
      method: 'PATCH',
      headers: {
        ...TUS,
        Cookie: me.cookie,
        'Upload-Offset': '0',
        'Content-Type': UPLOAD_TYPE,
        'Content-Length': 1_000_000,
      },
    });
    cut.on('error', () => undefined);
    await new Promise((resolve) => cut.write(randomBytes(100_000), resolve));
    // Less than a part, so nothing is stored before the connection closes.
    cut.destroy();

    await until(async () => {
      expect((await UploadModel.findOne().lean())?.offset).toBe(100_000);
    });

    expect((await headUpload(me, location)).headers['upload-offset']).toBe('100000');
  });

  it('a client that disconnects before its body is read: the bytes that have arrived are stored', async () => {
    const me = await signIn(app);
    const location = await createUpload(me, 1_000);
    const { uploads } = app.server.services;
    const find = uploads.find.bind(uploads);
    const closed = once(app.server.http, 'connection').then(([socket]) => once(socket, 'close'));
    const isFound = new Promise<void>((resolve) => {
      vi.spyOn(uploads, 'find').mockImplementationOnce(async (...args) => {
        resolve();
        await closed;
        return find(...args);
      });
    });
    const cut = connect(Number(new URL(app.url).port));
    const headers = {
      ...TUS,
      Host: 'localhost',
      Cookie: me.cookie,
      'Upload-Offset': 0,
      'Content-Type': UPLOAD_TYPE,
      'Content-Length': 1_000,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    cut.write(`PATCH ${location} HTTP/1.1\r\n${lines.join('')}\r\n${'x'.repeat(100)}`);
    await isFound;

    cut.destroy();

    await until(async () => {
      expect((await UploadModel.findOne().lean())?.offset).toBe(100);
    });
  });
});

describe('PATCH while the storage is unavailable', () => {
  it('with more bytes to come: responds 503, and the next PATCH continues', async () => {
    const me = await signIn(app);
    const picture = await buildLargePicture(800, 600);
    const location = await createUpload(me, picture.length);
    vi.spyOn(app.server.services.uploads, 'append').mockRejectedValueOnce(storageUnavailable());

    const failed = await sendBytes(me, location, 0, picture);
    const next = await sendBytes(me, location, 0, picture);

    expect(failed.status).toBe(503);
    expect(failed.body).toMatchObject({ code: 'storage_away' });
    expect(next.status).toBe(204);
    expect(next.headers['upload-media']).toMatch(/^\/media\//);
  });
});

describe('HEAD while the server is too busy to read the picture', () => {
  it('20 times with the PATCH before: the next is 429 and does not read it again; another user finishes an upload', async () => {
    const [me, other] = [await signIn(limited), await signIn(limited)];
    const picture = await buildPicture(40, 30).png().toBuffer();
    const location = await createUpload(me, picture.length);
    const { uploads } = limited.server.services;
    const finish = vi.spyOn(uploads, 'finish').mockRejectedValue(unavailable('server_busy', 'Too busy'));
    await sendBytes(me, location, 0, picture);

    const statuses = [];
    for (let n = 0; n < 20; n += 1) statuses.push((await headUpload(me, location)).status);
    const attempts = finish.mock.calls.length;
    finish.mockRestore();
    const otherLocation = await createUpload(other, picture.length);
    const finished = await sendBytes(other, otherLocation, 0, picture);

    expect(statuses).toEqual([...Array(19).fill(503), 429]);
    expect(attempts).toBe(20);
    expect(finished.headers['upload-media']).toMatch(/^\/media\//);
  });
});

describe('an upload after a day', () => {
  const later = () => new Date(Date.now() + 25 * 3_600_000);

  it('unfinished, before the sweep: responds 410', async () => {
    const me = await signIn(app);
    const location = await createUpload(me, 1_000);
    await UploadModel.updateMany({}, { $set: { createdAt: new Date(Date.now() - 25 * 3_600_000) } });

    const responses = [await headUpload(me, location), await sendBytes(me, location, 0, randomBytes(10))];

    expect(responses.map(({ status }) => status)).toEqual([410, 410]);
    expect(responses[1]?.body).toMatchObject({ code: 'upload_expired' });
  });

  it('unfinished, or finished with a picture that no text contains, after the sweep: nothing remains of it', async () => {
    const me = await signIn(app);
    const { sweepMedia } = app.server.services;
    await sweepMedia(later());
    const location = await createUpload(me, 1_000_000);
    await sendBytes(me, location, 0, randomBytes(600_000));
    const picture = await buildPicture(40, 30, '#123456').png().toBuffer();
    const finishedLocation = await createUpload(me, picture.length);
    await sendBytes(me, finishedLocation, 0, picture);

    const young = await sweepMedia(new Date());
    const result = await sweepMedia(later());

    expect(young).toEqual({ media: 0, blobs: 0, files: 0, uploads: 0 });
    // The file of the picture, and those of the parts, whose number depends on how the bytes arrived.
    expect(result).toMatchObject({ media: 1, blobs: 1, uploads: 2 });
    expect(result.files).toBeGreaterThan(1);
    expect((await headUpload(me, location)).status).toBe(404);
    expect((await headUpload(me, finishedLocation)).status).toBe(404);
    expect(await UploadModel.countDocuments()).toBe(0);
    expect(await sweepMedia(later())).toEqual({ media: 0, blobs: 0, files: 0, uploads: 0 });
  });

  it('with its picture in a draft: HEAD names the picture for 30 days, and the picture stays', async () => {
    const me = await signIn(app);
    const picture = await buildPicture(40, 30, '#345612').png().toBuffer();
    const location = await createUpload(me, picture.length);
    const { headers } = await sendBytes(me, location, 0, picture);
    const key = headers['upload-media']?.replace('/media/', '');
    await DraftModel.create({
      userId: me.user._id,
      key: randomUUID(),
      version: 1,
      pictures: [{ key, meta: { width: 40, height: 30, thumbhash: 'x' } }],
    });

    const result = await app.server.services.sweepMedia(later());

    expect(result.uploads).toBe(0);
    expect((await headUpload(me, location)).headers['upload-media']).toBe(`/media/${key}`);

    const afterMonth = await app.server.services.sweepMedia(new Date(Date.now() + 30 * 24 * 3_600_000 + 1));

    expect(afterMonth.uploads).toBe(1);
    expect((await headUpload(me, location)).status).toBe(404);
    expect((await me.agent.get(`/media/${key}`)).status).toBe(200);
  });
});
