import { randomBytes } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { LIMITS } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
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
  UPLOADS_PATH,
} from '../../test/uploads.js';
import { MediaModel } from './media.model.js';
import { UploadModel } from './upload.model.js';

useDatabase();
const app = useApp();

describe('PATCH /api/media/uploads/:uploadId', () => {
  it('with all bytes in three requests: the last one names the picture, and so does HEAD', async () => {
    const me = await signIn(app);
    const picture = await buildLargePicture(500, 400);
    const location = await createUpload(me, picture.length);
    const [first, second] = [200_000, 500_000];

    const one = await sendBytes(me, location, 0, picture.subarray(0, first));
    const between = await headUpload(me, location);
    const two = await sendBytes(me, location, first, picture.subarray(first, second));
    const three = await sendBytes(me, location, second, picture.subarray(second));
    const after = await headUpload(me, location);

    expect([one.status, two.status, three.status]).toEqual([204, 204, 204]);
    expect(between.headers).toMatchObject({
      'upload-offset': String(first),
      'upload-length': String(picture.length),
      'cache-control': 'no-store',
      'tus-resumable': '1.0.0',
    });
    expect(between.headers).not.toHaveProperty('upload-media');
    const address = three.headers['upload-media'] ?? '';
    expect(address).toMatch(/^\/media\/[\w-]{24}$/);
    expect(after.headers['upload-media']).toBe(address);
    const media = await MediaModel.find().lean();
    expect(media).toMatchObject([{ kind: 'upload', key: address.replace('/media/', '') }]);
    expect(String(media[0]?.recordId)).toBe(me.user._id);
    const served = await me.agent.get(`${address}?w=320`);
    expect([served.status, served.type]).toEqual([200, 'image/webp']);
    expect(await UploadModel.find().lean()).toMatchObject([{ parts: [], finishedAt: expect.any(Date) }]);
  });

  it('with bytes that are not a picture: responds 400 and removes the upload', async () => {
    const me = await signIn(app);
    const bytes = randomBytes(1_000);
    const location = await createUpload(me, bytes.length);

    const response = await sendBytes(me, location, 0, bytes);

    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'invalid_image', requestId: expect.any(String) });
    expect((await headUpload(me, location)).status).toBe(404);
    expect(await UploadModel.countDocuments()).toBe(0);
    expect(await MediaModel.countDocuments()).toBe(0);
  });

  it('at another offset than the next one: responds 409 and changes nothing', async () => {
    const me = await signIn(app);
    const location = await createUpload(me, 1_000);

    const response = await sendBytes(me, location, 10, randomBytes(10));

    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({ code: 'upload_offset' });
    expect((await headUpload(me, location)).headers['upload-offset']).toBe('0');
  });

  it('with more bytes than announced: responds 413', async () => {
    const me = await signIn(app);
    const location = await createUpload(me, 1_000);

    const response = await sendBytes(me, location, 0, randomBytes(1_001));

    expect(response.status).toBe(413);
    expect(response.body).toMatchObject({
      code: 'upload_too_long',
      message: 'The body has more bytes than the upload announced',
    });
  });

  it('in the 500th part: is stored; in one more: responds 410 and removes the upload', async () => {
    const me = await signIn(app);
    const location = await createUpload(me, 1_000);
    const parts = Array.from({ length: 499 }, (_, index) => `uploads/part-${index}`);
    await UploadModel.updateOne({}, { $set: { parts, offset: 499 } });

    const last = await sendBytes(me, location, 499, randomBytes(1));
    const after = await headUpload(me, location);
    const tooMany = await sendBytes(me, location, 500, randomBytes(1));

    expect([last.status, after.headers['upload-offset']]).toEqual([204, '500']);
    expect(tooMany.status).toBe(410);
    expect(tooMany.body).toMatchObject({ code: 'upload_too_many_parts', message: expect.any(String) });
    expect((await headUpload(me, location)).status).toBe(404);
    expect(await UploadModel.countDocuments()).toBe(0);
  });

  it('while the bodies of a user fill the memory allowed for one user: responds 429, until one of them ends', async () => {
    const me = await signIn(app);
    const [location, other] = [await createUpload(me, 1_000), await createUpload(me, 1_000)];
    const bodies: IncomingMessage[] = [];
    app.server.http.on('request', (body) => bodies.push(body));
    const stall = (method: string, path: string, headers: object) => {
      const stalled = request(`${app.url}${path}`, { method, headers: { Cookie: me.cookie, ...headers } });
      stalled.on('error', () => undefined).flushHeaders();
      return stalled;
    };
    // Of the 90 MB, 600 kB remain: enough for one PATCH.
    const posts = [...Array(5).fill(15_000_000), 14_400_000].map((length) =>
      stall('POST', '/api/post/create-post', {
        'Content-Type': 'application/json',
        'Content-Length': length,
      }),
    );
    const patch = stall('PATCH', location, {
      ...TUS,
      'Upload-Offset': '0',
      'Content-Type': UPLOAD_TYPE,
      'Content-Length': 1_000,
    });
    // A body is counted before it is read.
    await until(() => expect(bodies.filter((body) => body.listenerCount('data') > 0)).toHaveLength(7));

    const refused = await sendBytes(me, other, 0, randomBytes(10));
    const another = await signIn(app);
    const accepted = await sendBytes(another, await createUpload(another, 1_000), 0, randomBytes(10));
    patch.destroy();

    expect(refused.body).toMatchObject({ code: 'too_many_uploads' });
    expect([refused.headers['retry-after'], accepted.status]).toEqual(['2', 204]);
    await until(async () => {
      expect((await sendBytes(me, other, 0, randomBytes(10))).status).toBe(204);
    });
    for (const post of posts) post.destroy();
  });

  it.each([
    ['another user', 404],
    ['a guest', 401],
  ])('by %s: responds %i and changes nothing', async (caller, status) => {
    const owner = await signIn(app);
    const location = await createUpload(owner, 1_000);
    const agent = caller === 'a guest' ? app.agent() : (await signIn(app)).agent;
    const other = { ...owner, agent };

    const responses = [
      await sendBytes(other, location, 0, randomBytes(1_000)),
      await headUpload(other, location),
      await agent.delete(location).set(TUS),
    ];

    expect(responses.map((response) => response.status)).toEqual([status, status, status]);
    expect((await headUpload(owner, location)).headers['upload-offset']).toBe('0');
  });
});

describe('POST /api/media/uploads', () => {
  it('with metadata: responds 201 with a relative Location and the time of expiry', async () => {
    const { agent } = await signIn(app);
    const metadata = `filename ${Buffer.from('घाट.jpg').toString('base64')},is_public`;

    const response = await agent
      .post(UPLOADS_PATH)
      .set({ ...TUS, 'Upload-Length': '1000', 'Upload-Metadata': metadata });

    expect(response.status).toBe(201);
    expect(response.headers.location).toMatch(/^\/api\/media\/uploads\/[0-9a-f]{32}$/);
    const expiresInMs = Date.parse(response.headers['upload-expires'] ?? '') - Date.now();
    expect(expiresInMs / 3_600_000).toBeCloseTo(24, 1);
    const found = await agent.head(response.headers.location ?? '').set(TUS);
    expect(found.headers['upload-metadata']).toBe(metadata);
  });

  it('with metadata that are not text: HEAD returns them as sent', async () => {
    const { agent } = await signIn(app);
    const metadata = `checksum ${Buffer.from([0xff, 0xfe, 0x00, 0x80]).toString('base64')}`;

    const { headers } = await agent
      .post(UPLOADS_PATH)
      .set({ ...TUS, 'Upload-Length': '1000', 'Upload-Metadata': metadata });

    const found = await agent.head(headers.location ?? '').set(TUS);
    expect(found.headers['upload-metadata']).toBe(metadata);
  });

  it('over 10 MB: responds 413', async () => {
    const { agent } = await signIn(app);

    const response = await agent
      .post(UPLOADS_PATH)
      .set({ ...TUS, 'Upload-Length': String(LIMITS.imageBytes + 1) });

    expect(response.status).toBe(413);
    expect(response.body).toMatchObject({
      message: 'A picture must be at most 10 MB',
      code: 'picture_too_large',
    });
    expect(await UploadModel.countDocuments()).toBe(0);
  });

  it('of an empty file: responds 400 and begins no upload', async () => {
    const { agent } = await signIn(app);

    const response = await agent.post(UPLOADS_PATH).set({ ...TUS, 'Upload-Length': '0' });

    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'invalid_upload' });
    expect(await UploadModel.countDocuments()).toBe(0);
  });

  it.each([
    ['by a guest', 401, UPLOADS_PATH, {}],
    ['from a foreign origin', 403, UPLOADS_PATH, { Origin: 'https://elsewhere.example' }],
    ['at an address that accepts no POST', 405, `${UPLOADS_PATH}/${'0'.repeat(32)}`, {}],
    ['with a query operator', 400, `${UPLOADS_PATH}?a[$gt]=1`, {}],
  ])('%s: responds %i with Tus-Resumable', async (_case, status, path, headers) => {
    const agent = status === 401 ? app.agent() : (await signIn(app)).agent;

    const response = await agent.post(path).set({ ...TUS, 'Upload-Length': '10', ...headers });

    expect([response.status, response.headers['tus-resumable']]).toEqual([status, '1.0.0']);
  });

  it('without Tus-Resumable: responds 412 with the supported version', async () => {
    const { agent } = await signIn(app);

    const response = await agent.post(UPLOADS_PATH).set({ 'Upload-Length': '10' });

    expect(response.status).toBe(412);
    expect(response.headers['tus-version']).toBe('1.0.0');
    expect(response.body).toMatchObject({ code: 'unsupported_tus_version' });
  });
});

describe('OPTIONS /api/media/uploads', () => {
  it.each([
    ['of all uploads', UPLOADS_PATH],
    ['of one upload', `${UPLOADS_PATH}/${'0'.repeat(32)}`],
  ])('by anyone, %s: responds 204 with versions, extensions and the size limit', async (_case, path) => {
    const response = await app.request().options(path);

    expect(response.status).toBe(204);
    expect(response.headers).toMatchObject({
      'tus-version': '1.0.0',
      'tus-resumable': '1.0.0',
      'tus-extension': 'creation,termination,expiration',
      'tus-max-size': '10000000',
    });
  });
});

describe('POST /api/media/uploads/:uploadId with X-HTTP-Method-Override', () => {
  const override = (method: string) => ({ ...TUS, 'X-HTTP-Method-Override': method });

  it('with PATCH: appends the bytes; with DELETE: removes the upload', async () => {
    const me = await signIn(app);
    const location = await createUpload(me, 1_000);

    const appended = await me.agent
      .post(location)
      .set({ ...override('PATCH'), 'Upload-Offset': '0', 'Content-Type': UPLOAD_TYPE })
      .send(randomBytes(500));
    const removed = await me.agent.post(location).set(override('DELETE'));

    expect([appended.status, appended.headers['upload-offset']]).toEqual([204, '500']);
    expect(removed.status).toBe(204);
    expect(await UploadModel.countDocuments()).toBe(0);
  });

  it('from a page of another site: responds 403 and changes nothing', async () => {
    const me = await signIn(app);
    const location = await createUpload(me, 1_000);

    const response = await me.agent
      .post(location)
      .set({ ...override('DELETE'), Origin: 'https://elsewhere.example' });

    expect(response.status).toBe(403);
    expect(await UploadModel.countDocuments()).toBe(1);
  });

  it('with any other method: responds 405', async () => {
    const me = await signIn(app);
    const location = await createUpload(me, 1_000);

    const response = await me.agent.post(location).set(override('HEAD'));

    expect(response.status).toBe(405);
  });
});

describe('DELETE /api/media/uploads/:uploadId', () => {
  it('of an unfinished upload: removes it', async () => {
    const me = await signIn(app);
    const location = await createUpload(me, 1_000);
    await sendBytes(me, location, 0, randomBytes(500));

    const response = await me.agent.delete(location).set(TUS);

    expect(response.status).toBe(204);
    expect((await headUpload(me, location)).status).toBe(404);
    expect(await UploadModel.countDocuments()).toBe(0);
  });

  it('of a finished upload: the picture stays', async () => {
    const me = await signIn(app);
    const picture = await buildPicture(40, 30).png().toBuffer();
    const location = await createUpload(me, picture.length);
    const finished = await sendBytes(me, location, 0, picture);

    await me.agent.delete(location).set(TUS);

    expect((await me.agent.get(finished.headers['upload-media'] ?? '')).status).toBe(200);
  });
});
