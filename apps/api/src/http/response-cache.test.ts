import { once } from 'node:events';
import { request } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { buffer } from 'node:stream/consumers';
import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { cardPageSchema } from '@safarnama/contracts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { createPost, sendMessage } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { storePosts } from '../../test/stored-posts.js';

useDatabase();
const app = useApp();

const PATH = '/api/post/getposts?view=card';

/** Sends a request. `bytes` of the result is the body as received, without decompression. */
async function fetchPath(
  { cookie }: SignedIn,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
) {
  const clientRequest = request(app.url + path, { method, headers: { cookie, ...headers }, agent: false });
  const responded = once(clientRequest, 'response');
  clientRequest.end();
  const [response] = await responded;
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
}

const fetchCards = (user: SignedIn, headers: Record<string, string> = {}, method = 'GET') =>
  fetchPath(user, PATH, headers, method);

const createStories = async (count = 12) => {
  const [writer, reader] = await Promise.all([signIn(app), signIn(app)]);
  const posts = await storePosts(count, (index) => ({
    authorId: writer.user._id,
    input: { blogTitle: `কলকাতার গলি ${index}` },
  }));
  return { writer, reader, posts };
};

describe('the newest stories', () => {
  it.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
    ['gzip', 'br;q=0, gzip', gunzipSync],
    [undefined, 'zstd', (bytes: Buffer) => bytes],
    [undefined, 'identity', (bytes: Buffer) => bytes],
  ])(
    'as %s for a client that accepts %s: have the same text and the same ETag',
    async (encoding, accepted, unpack) => {
      const { reader } = await createStories();
      const plain = await fetchCards(reader);

      // The second response comes from the cache.
      for (const response of [
        await fetchCards(reader, { 'accept-encoding': accepted }),
        await fetchCards(reader, { 'accept-encoding': accepted }),
      ]) {
        expect(response.status).toBe(200);
        expect(response.headers['content-encoding']).toBe(encoding);
        expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(Number(response.headers['content-length'])).toBe(response.bytes.length);
        expect(response.headers.vary).toMatch(/Cookie.*Accept-Encoding/);
        expect(response.headers.etag).toBe(plain.headers.etag);
        expect(unpack(response.bytes).toString()).toBe(plain.bytes.toString());
      }
    },
  );

  it('with the current ETag: respond 304 without a body; after a change, 200 with another ETag', async () => {
    const { reader, posts } = await createStories();
    const { headers } = await fetchCards(reader);
    const cachedHeaders = { 'if-none-match': String(headers.etag), 'accept-encoding': 'br' };

    const same = await fetchCards(reader, cachedHeaders);
    expect(same.status).toBe(304);
    expect(same.bytes).toHaveLength(0);
    expect(same.headers['content-encoding']).toBeUndefined();
    expect(same.headers.vary).toBe(headers.vary);

    await reader.agent.put(`/api/post/${posts[0]?._id}/like`).expect(200);
    const changed = await fetchCards(reader, cachedHeaders);
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(headers.etag);
    const [first] = cardPageSchema.parse(JSON.parse(brotliDecompressSync(changed.bytes).toString())).posts;
    expect(first).toMatchObject({ likedByMe: true, likeCount: 7 });
  });

  it('after a failed compression: are compressed for the next request', async () => {
    const { reader } = await createStories();
    const compress = vi.spyOn(zlib, 'brotliCompress').mockImplementationOnce((...args: unknown[]) => {
      (args.at(-1) as (error: Error) => void)(new Error('Out of memory'));
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      compress.mockRestore();
      syncBuiltinESMExports();
    });
    const headers = { 'accept-encoding': 'br' };

    const statuses = [await fetchCards(reader, headers), await fetchCards(reader, headers)].map(
      ({ status }) => status,
    );

    expect(statuses).toEqual([500, 200]);
  });

  it('requested with HEAD: respond with the headers only', async () => {
    const { reader } = await createStories();

    const response = await fetchCards(reader, { 'accept-encoding': 'gzip' }, 'HEAD');
    expect(response.status).toBe(200);
    expect(response.bytes).toHaveLength(0);
    expect(response.headers.etag).toBe((await fetchCards(reader)).headers.etag);
  });

  it('without stories: are not compressed, because the body is too short', async () => {
    const response = await fetchCards(await signIn(app), { 'accept-encoding': 'br' });

    expect(response.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(response.bytes.toString())).toEqual({ posts: [], nextCursor: null });
  });

  it('for 12 concurrent users, each with their own likes and bookmarks: no user gets those of another', async () => {
    const { posts } = await createStories();
    const users = await Promise.all(Array.from({ length: 12 }, () => signIn(app)));
    const likedBy = (index: number) => String(posts[index % posts.length]?._id);
    const bookmarkedBy = (index: number) => String(posts[(index * 5 + 1) % posts.length]?._id);
    await Promise.all(
      users.flatMap(({ agent }, index) => [
        agent.put(`/api/post/${likedBy(index)}/like`).expect(200),
        agent.put(`/api/post/${bookmarkedBy(index)}/bookmark`).expect(200),
      ]),
    );

    const pages = await Promise.all(users.map((user) => fetchCards(user)));
    for (const [index, { bytes }] of pages.entries()) {
      const cards = cardPageSchema.parse(JSON.parse(bytes.toString())).posts;
      const ids = (key: 'likedByMe' | 'bookmarkedByMe') =>
        cards.filter((card) => card[key]).map(({ _id }) => _id);
      expect(ids('likedByMe')).toEqual([likedBy(index)]);
      expect(ids('bookmarkedByMe')).toEqual([bookmarkedBy(index)]);
    }
  });

  it('under constant load: the next response is 401 for an ended session and includes a new story', async () => {
    const { writer, reader } = await createStories();
    let isDone = false;
    const others = Array.from({ length: 4 }, async () => {
      while (!isDone) expect((await fetchCards(reader)).status).toBe(200);
    });

    try {
      for (let batch = 0; batch < 3; batch += 1) {
        const { _id } = await createPost(writer, { blogTitle: `नई कहानी ${batch}` });
        const { bytes } = await fetchCards(writer);
        expect(cardPageSchema.parse(JSON.parse(bytes.toString())).posts[0]?._id).toBe(_id);

        const departingUser = await signIn(app);
        expect((await fetchCards(departingUser)).status).toBe(200);
        await departingUser.agent.post('/api/auth/logout').expect(200);
        expect((await fetchCards(departingUser)).status).toBe(401);
      }
    } finally {
      isDone = true;
      await Promise.all(others);
    }
  });
});

describe('a page of messages', () => {
  it('compressed: has the same text and ETag as without compression', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    await sendMessage(asha, ravi.user._id, { text: 'घाट पर सुबह। '.repeat(100) });
    const path = `/api/message/${asha.user._id}?limit=20`;

    const plain = await fetchPath(ravi, path);
    const compressed = await fetchPath(ravi, path, { 'accept-encoding': 'gzip' });

    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip',
      etag: plain.headers.etag,
      vary: expect.stringMatching(/Cookie.*Accept-Encoding/),
    });
    expect(gunzipSync(compressed.bytes).toString()).toBe(plain.bytes.toString());
  });
});

describe('a story', () => {
  it('read by two users before and after each kind of change: has their own likes and bookmarks, and current data', async () => {
    const [writer, reader] = await Promise.all([signIn(app), signIn(app)]);
    const { _id, slug } = await createPost(writer, { blogContent: 'घाट पर सुबह। '.repeat(200) });
    const read = async (user: SignedIn) => {
      const path = `/api/post/getpost/${encodeURIComponent(slug)}`;
      const { status, bytes } = await fetchPath(user, path, { 'accept-encoding': 'gzip' });
      return { status, ...JSON.parse(gunzipSync(bytes).toString()).post };
    };
    const changes: [change: () => Promise<unknown>, ofWriter: object, ofReader: object][] = [
      [async () => undefined, { likedByMe: false, likeCount: 6 }, { likedByMe: false, likeCount: 6 }],
      [
        () => reader.agent.put(`/api/post/${_id}/like`).expect(200),
        { likedByMe: false, likeCount: 7 },
        { likedByMe: true, likeCount: 7 },
      ],
      [
        () => reader.agent.put(`/api/post/${_id}/bookmark`).expect(200),
        { bookmarkedByMe: false },
        { bookmarkedByMe: true },
      ],
      [
        () => writer.agent.put('/api/auth/update-profile').send({ fullName: 'आशा' }).expect(200),
        { authorId: expect.objectContaining({ fullName: 'आशा' }) },
        { authorId: expect.objectContaining({ fullName: 'आशा' }) },
      ],
    ];

    for (const [change, ofWriter, ofReader] of changes) {
      await change();
      for (let repeat = 0; repeat < 2; repeat += 1) {
        expect(await read(writer)).toMatchObject({ status: 200, ...ofWriter });
        expect(await read(reader)).toMatchObject({ status: 200, ...ofReader });
      }
    }
    await writer.agent.delete(`/api/post/delete-post/${_id}`).expect(200);
    expect((await reader.agent.get(`/api/post/getpost/${encodeURIComponent(slug)}`)).status).toBe(404);
  });
});
