import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildPostInput, createPost, sendMessage } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { signIn } from '../../test/sign-in.js';
import { BlobModel } from './media.model.js';

const dataDir = mkdtempSync(path.join(tmpdir(), 'safarnama-media-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));
useDatabase();
const app = useApp({ env: { DATA_DIR: dataDir } });

async function buildDataUrl(width = 1000): Promise<string> {
  return toDataUrl(await buildPicture(width, 100).jpeg().toBuffer());
}

/** Signs in a user with a story that has a picture. */
async function createStoryWithPicture() {
  const author = await signIn(app);
  const post = await createPost(author, { blogImage: await buildDataUrl() });
  return { author, post };
}

describe('GET /media/:key', () => {
  it('by a signed-in user: returns WebP that only the browser may cache, for a year', async () => {
    const { post } = await createStoryWithPicture();
    const { agent } = await signIn(app);

    const response = await agent.get(post.blogImage).responseType('blob');

    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(response.body.length),
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(response.body).metadata()).toMatchObject({ format: 'webp', width: 1000 });
  });

  it('with the listeners of all middleware: causes no MaxListenersExceededWarning', async () => {
    const { author, post } = await createStoryWithPicture();
    const warnings: Error[] = [];
    const recordWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', recordWarning);

    await author.agent.get(post.blogImage).responseType('blob');
    process.off('warning', recordWarning);

    expect(warnings).toEqual([]);
  });

  it.each([
    ['320', 320],
    ['960', 960],
    ['1600', 1000],
  ])('with w=%s: returns that width, or the largest stored one', async (w, width) => {
    const { post, author } = await createStoryWithPicture();

    const response = await author.agent.get(`${post.blogImage}?w=${w}`).responseType('blob');

    expect((await sharp(response.body).metadata()).width).toBe(width);
  });

  it.each(['0', '500', '320px', '', '-1', '320&w=960'])('with w=%s: responds 400', async (w) => {
    const { post, author } = await createStoryWithPicture();

    const response = await author.agent.get(`${post.blogImage}?w=${w}`);

    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'invalid', message: expect.any(String) });
  });

  it('without a session or after logout: responds 401 as JSON', async () => {
    const { post, author } = await createStoryWithPicture();

    const guest = await app.request().get(post.blogImage);
    await author.agent.post('/api/auth/logout').send({});
    const ended = await app.request().get(post.blogImage).set('Cookie', author.cookie);

    expect([guest.status, ended.status]).toEqual([401, 401]);
    expect(guest.body).toMatchObject({ message: 'Not Authenticated.' });
  });

  it.each(['x', 'a'.repeat(24), 'a'.repeat(5000), '%2e%2e%2fsecrets', '%00', '$gt'])(
    'with the unknown key %s: responds 404',
    async (key) => {
      const { agent } = await signIn(app);

      const response = await agent.get(`/media/${key}`);

      expect(response.status).toBe(404);
      expect(response.headers['cache-control']).toBe('no-store');
    },
  );

  it('for a chat picture: responds to its two users, 404 to others', async () => {
    const [sender, receiver, other] = [await signIn(app), await signIn(app), await signIn(app)];
    const { image } = await sendMessage(sender, receiver.user._id, { image: await buildDataUrl() });

    const statuses = await Promise.all(
      [sender, receiver, other].map(async ({ agent }) => (await agent.get(image)).status),
    );

    expect(statuses).toEqual([200, 200, 404]);
  });

  it("for a draft's picture: responds to its author, 404 to others", async () => {
    const [author, other] = [await signIn(app), await signIn(app)];
    const draft = {
      blogTitle: 'Spiti',
      blogHtml: '',
      blogLocation: '',
      blogImage: await buildDataUrl(),
      version: 0,
    };
    const saved = await author.agent.put('/api/drafts/0b3d6a7e-8f0c-4f7e-9c1a-2d5e8f7a6b4c').send(draft);
    const image: string = saved.body.draft.blogImage;

    expect((await author.agent.get(image)).status).toBe(200);
    expect((await other.agent.get(image)).status).toBe(404);
  });

  it('for a deleted story: responds 404', async () => {
    const { post, author } = await createStoryWithPicture();
    await author.agent.delete(`/api/post/delete-post/${post._id}`);

    expect((await author.agent.get(post.blogImage)).status).toBe(404);
  });

  it('with the current ETag: responds 304 without a body; with the ETag of another width: 200', async () => {
    const { post, author } = await createStoryWithPicture();
    const first = await author.agent.get(`${post.blogImage}?w=320`);
    const etag = first.headers.etag ?? '';

    const again = await author.agent.get(`${post.blogImage}?w=320`).set('If-None-Match', etag);
    const larger = await author.agent.get(`${post.blogImage}?w=960`).set('If-None-Match', etag);

    expect([again.status, again.headers['content-length'], larger.status]).toEqual([304, undefined, 200]);
  });

  it('with the current ETag of a file that is lost: responds 304 without the storage; without an ETag: 404', async () => {
    const { post, author } = await createStoryWithPicture();
    const { headers } = await author.agent.get(post.blogImage);
    const blob = await BlobModel.findOne().lean();
    const folder = blob?.fileId.slice(0, 2) ?? 'missing';
    await rm(path.join(dataDir, 'media', folder), { recursive: true });

    const cached = await author.agent.get(post.blogImage).set('If-None-Match', headers.etag ?? '');
    const cachedHead = await author.agent.head(post.blogImage).set('If-None-Match', headers.etag ?? '');
    const lost = await author.agent.get(post.blogImage);

    expect([cached.status, cachedHead.status, lost.status]).toEqual([304, 304, 404]);
    expect(cached.headers).toMatchObject({
      etag: headers.etag,
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect(lost.headers['cache-control']).toBe('no-store');
    expect(lost.headers.etag).not.toBe(headers.etag);
  });

  it('with HEAD: returns the size without a body', async () => {
    const { post, author } = await createStoryWithPicture();
    const whole = await author.agent.get(post.blogImage);

    const head = await author.agent.head(post.blogImage);

    expect(head.status).toBe(200);
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
  });

  it('after clients have disconnected midway: still serves the picture', async () => {
    const author = await signIn(app);
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    const large = sharp({ create: { width: 800, height: 800, channels: 3, background: '#888', noise } });
    const { blogImage } = await createPost(author, { blogImage: toDataUrl(await large.jpeg().toBuffer()) });
    const closed: Promise<unknown>[] = [];
    const watchClose = (_request: unknown, response: http.ServerResponse) =>
      closed.push(once(response, 'close'));
    app.server.http.on('request', watchClose);

    for (let round = 0; round < 10; round += 1) {
      await new Promise<void>((resolve, reject) => {
        const request = http.get(app.url + blogImage, { headers: { cookie: author.cookie } }, (response) => {
          response.once('data', () => response.destroy());
          response.once('close', resolve);
        });
        request.once('error', reject);
      });
    }
    app.server.http.off('request', watchClose);
    // The server has processed the disconnects.
    await Promise.all(closed);

    expect(closed).toHaveLength(10);
    expect((await author.agent.get(blogImage)).status).toBe(200);
  });
});

describe('a picture in a body', () => {
  it.each(['a new story', 'a changed story', 'a draft', 'a message', 'a profile'])(
    'of %s: is decoded once',
    async (record) => {
      const [me, other] = [await signIn(app), await signIn(app)];
      const { _id } = await createPost(me);
      const picture = await buildDataUrl();
      const story = buildPostInput({ blogImage: picture });
      const { fullName } = me.user;
      const requests: Record<string, () => PromiseLike<{ status: number }>> = {
        'a new story': () => me.agent.post('/api/post/create-post').send(story),
        'a changed story': () => me.agent.put(`/api/post/update-post/${_id}`).send(story),
        'a draft': () =>
          me.agent.put(`/api/drafts/${randomUUID()}`).send({ ...story, blogHtml: '<p>Sand</p>', version: 0 }),
        'a message': () =>
          me.agent.post(`/api/message/send/${other.user._id}`).send({ text: '', image: picture }),
        'a profile': () => me.agent.put('/api/auth/update-profile').send({ fullName, profilePic: picture }),
      };
      const decode = vi.spyOn(Buffer, 'from');
      onTestFinished(() => decode.mockRestore());

      const response = await requests[record]?.();

      const base64 = picture.slice(picture.indexOf(',') + 1);
      expect(response?.status).toBeLessThan(300);
      expect(decode.mock.calls.filter(([value]) => (value as unknown) === base64)).toHaveLength(1);
    },
  );
});
