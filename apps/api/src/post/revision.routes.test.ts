import { MAX_REVISIONS, type Post, type RevisionSummary, revisionSchema } from '@safarnama/contracts';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useApp } from '../../test/app.js';
import { buildPostInput, createPost, PNG_DATA_URL, updatePost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { storePost } from '../../test/stored-posts.js';
import { encodeCursor } from '../http/cursor.js';
import { BlobModel, MediaModel } from '../media/media.model.js';
import { PostModel } from './post.model.js';
import { RevisionModel } from './revision.model.js';

useDatabase();
const app = useApp();

const DAY_MS = 24 * 60 * 60 * 1000;
const UNKNOWN_ID = '0123456789abcdef01234567';

type Agent = Pick<SignedIn, 'agent'>;
const list = ({ agent }: Agent, id: string, query = '') => agent.get(`/api/post/${id}/revisions${query}`);
const read = ({ agent }: Agent, id: string, number: number | string) =>
  agent.get(`/api/post/${id}/revisions/${number}`);
const restore = ({ agent }: Agent, id: string, number: number | string) =>
  agent.post(`/api/post/${id}/revisions/${number}/restore`);

/** Saves a story with the titles `v1`, `v2` and so on. */
async function createVersions(author: Agent, count: number): Promise<Post> {
  let post = await createPost(author, { blogTitle: 'v1' });
  for (let n = 2; n <= count; n += 1) post = await updatePost(author, post._id, { blogTitle: `v${n}` });
  return post;
}

const buildOtherPicture = async () => toDataUrl(await buildPicture(9, 5, '#224488').png().toBuffer());
const numbersOf = (revisions: readonly RevisionSummary[]) => revisions.map(({ number }) => number);

describe('GET /api/post/:id/revisions', () => {
  it('of a new story: returns its only version', async () => {
    const author = await signIn(app);
    const post = await createPost(author, { blogContent: 'पहली चाय, and fog' });

    const response = await list(author, post._id);

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      revisions: [
        { number: 1, createdAt: post.createdAt, blogTitle: post.blogTitle, words: 4, restoredFrom: null },
      ],
      nextCursor: null,
    });
  });

  it('of a changed story: returns every version with its own time, newest first', async () => {
    const author = await signIn(app);
    const first = await createPost(author, { blogTitle: 'v1' });
    const second = await updatePost(author, first._id, { blogTitle: 'v2', blogContent: 'One two three' });
    const third = await updatePost(author, first._id, { blogTitle: 'v3', blogContent: 'One' });

    const { revisions } = (await list(author, first._id)).body;

    expect(revisions).toEqual([
      { number: 3, createdAt: third.updatedAt, blogTitle: 'v3', words: 1, restoredFrom: null },
      { number: 2, createdAt: second.updatedAt, blogTitle: 'v2', words: 3, restoredFrom: null },
      expect.objectContaining({ number: 1, createdAt: first.createdAt, blogTitle: 'v1' }),
    ]);
  });

  it('of a story stored before versions existed: returns its former text after the first update', async () => {
    const author = await signIn(app);
    const createdAt = new Date('2024-06-04T15:07:28.530Z');
    const stored = await storePost({ authorId: author.user._id, input: { blogTitle: 'Older' }, createdAt });
    const id = stored._id.toHexString();
    await updatePost(author, id, { blogTitle: 'Newer' });

    const { revisions } = (await list(author, id)).body;
    const { revision } = (await read(author, id, 1)).body;

    expect(numbersOf(revisions)).toEqual([2, 1]);
    expect(revision).toMatchObject({ blogTitle: 'Older', createdAt: createdAt.toISOString() });
    expect(revision.blogHtml).toBe(stored.blogHtml);
  });

  it('page by page, while the story is changed: returns each earlier version once', async () => {
    const author = await signIn(app);
    const post = await createVersions(author, 7);

    const first = await list(author, post._id, '?limit=3');
    await updatePost(author, post._id, { blogTitle: 'v8' });
    const second = await list(author, post._id, `?limit=3&cursor=${first.body.nextCursor}`);
    const third = await list(author, post._id, `?limit=3&cursor=${second.body.nextCursor}`);

    const pages = [first, second, third].map(({ body }) => numbersOf(body.revisions));
    expect(pages).toEqual([[7, 6, 5], [4, 3, 2], [1]]);
    expect(third.body.nextCursor).toBeNull();
  });

  it.each(['?limit=0', '?limit=101', '?cursor=x', `?cursor=${encodeCursor(['a'])}`])(
    'with %s: responds 400',
    async (query) => {
      const [author, other] = [await signIn(app), await signIn(app)];
      const post = await createPost(author);

      expect((await list(author, post._id, query)).status).toBe(400);
      // Invalid input is reported before a foreign or missing story.
      expect((await list(other, post._id, query)).status).toBe(400);
      expect((await list(author, UNKNOWN_ID, query)).status).toBe(400);
    },
  );

  it('with a change that was interrupted after its revision was stored: still returns each version once', async () => {
    const author = await signIn(app);
    const post = await createVersions(author, 2);
    const former = await RevisionModel.findOne({ postId: post._id }).lean();
    await RevisionModel.create({ ...former, _id: new Types.ObjectId(), number: 2, blogTitle: 'v2' });

    const before = numbersOf((await list(author, post._id)).body.revisions);
    await updatePost(author, post._id, { blogTitle: 'v3' });
    const after = (await list(author, post._id)).body.revisions;

    expect(before).toEqual([2, 1]);
    expect(after.map(({ blogTitle }: RevisionSummary) => blogTitle)).toEqual(['v3', 'v2', 'v1']);
  });

  it('after 60 updates: returns the newest 50 versions; older ones respond 404 and are not stored', async () => {
    const author = await signIn(app);
    const post = await createVersions(author, 61);

    const { revisions } = (await list(author, post._id, '?limit=100')).body;

    expect(numbersOf(revisions)).toEqual(Array.from({ length: MAX_REVISIONS }, (_, index) => 61 - index));
    expect((await read(author, post._id, 12)).status).toBe(200);
    expect((await read(author, post._id, 11)).status).toBe(404);
    expect((await restore(author, post._id, 11)).status).toBe(404);
    expect(await RevisionModel.countDocuments()).toBe(MAX_REVISIONS - 1);
  }, 60_000);
});

describe('every revision endpoint', () => {
  const endpoints = [
    ['list', (user: Agent, id: string) => list(user, id)],
    ['read', (user: Agent, id: string) => read(user, id, 1)],
    ['restore', (user: Agent, id: string) => restore(user, id, 1)],
  ] as const;

  it.each(endpoints)('%s by another user: responds 403 and changes nothing', async (_name, request) => {
    const author = await signIn(app);
    const post = await createVersions(author, 2);

    const response = await request(await signIn(app), post._id);

    expect(response.status).toBe(403);
    expect((await PostModel.findById(post._id).lean())?.version).toBe(2);
  });

  it.each(endpoints)(
    '%s of an unknown story: responds 404; without a session: 401; with a malformed id: 400',
    async (_name, request) => {
      const author = await signIn(app);

      const responses = [
        await request(author, UNKNOWN_ID),
        await request({ agent: app.agent() }, UNKNOWN_ID),
        await request(author, 'x'),
      ];

      expect(responses.map(({ status }) => status)).toEqual([404, 401, 400]);
      expect(responses[0]?.body.message).toBe('Post not found');
    },
  );

  it.each([
    [3, 404],
    [999_999_999, 404],
    ['9'.repeat(30), 404],
    [0, 404],
    ['01', 400],
    ['-1', 400],
    ['1.5', 400],
    ['x', 400],
  ])(
    'read and restore with version number %s of a story with two versions: respond %d',
    async (number, status) => {
      const author = await signIn(app);
      const post = await createVersions(author, 2);

      expect((await read(author, post._id, number)).status).toBe(status);
      expect((await restore(author, post._id, number)).status).toBe(status);
    },
  );
});

describe('GET /api/post/:id/revisions/:number', () => {
  it('returns the whole text of a former version and of the current one', async () => {
    const author = await signIn(app);
    const first = await createPost(author, {
      blogTitle: 'v1',
      blogHtml: '<p>पहली <strong>चाय</strong></p>',
      blogImageAlt: 'Steam',
      blogLocation: 'Kochi',
    });
    const second = await updatePost(author, first._id, { blogTitle: 'v2', blogImageAlt: '' });

    const [former, current] = [await read(author, first._id, 1), await read(author, first._id, 2)];

    expect(z.parse(revisionSchema, former.body.revision)).toEqual({
      number: 1,
      placeId: first.place?._id,
      place: first.place,
      createdAt: first.updatedAt,
      restoredFrom: null,
      blogTitle: 'v1',
      blogHtml: '<p>पहली <strong>चाय</strong></p>',
      blogContent: 'पहली चाय',
      blogImage: '',
      blogImageMeta: null,
      blogImageAlt: 'Steam',
      blogLocation: 'Kochi',
      visitedOn: null,
      visibility: 'members',
      pictures: [],
      missingPictures: [],
    });
    expect(current.body.revision).toMatchObject({
      number: 2,
      blogTitle: 'v2',
      blogHtml: second.blogHtml,
      blogImage: second.blogImage,
    });
  });
});

describe('the picture of a revision', () => {
  /** Creates a story whose second version has a different picture from the first. */
  async function createWithReplacedPicture() {
    const author = await signIn(app);
    const post = await createPost(author, { blogImage: PNG_DATA_URL });
    const changed = await updatePost(author, post._id, { blogImage: await buildOtherPicture() });
    const { revision } = (await read(author, post._id, 1)).body;
    const former: string = revision.blogImage;
    return { author, post, changed, former };
  }

  it('replaced in the story: is served to the author only, also after a sweep', async () => {
    const { author, post, former } = await createWithReplacedPicture();
    const other = await signIn(app);

    await app.server.services.sweepMedia(new Date(Date.now() + 2 * DAY_MS));

    const picture = await author.agent.get(former);
    expect([picture.status, picture.type]).toEqual([200, 'image/webp']);
    expect((await other.agent.get(former)).status).toBe(404);
    expect((await read(author, post._id, 1)).body.revision.missingPictures).toEqual([]);
  });

  it('of several versions with one picture: is stored once, and removed with the story', async () => {
    const author = await signIn(app);
    const post = await createPost(author, { blogImage: PNG_DATA_URL });
    for (let n = 0; n < 3; n += 1) await updatePost(author, post._id, { blogImage: post.blogImage });

    expect(await BlobModel.countDocuments()).toBe(1);
    expect(await MediaModel.countDocuments()).toBe(4);
    await author.agent.delete(`/api/post/delete-post/${post._id}`).expect(200);
    await app.server.services.deletions.removeExpired(new Date(Date.now() + DAY_MS));
    expect(await MediaModel.countDocuments()).toBe(0);
    expect(await RevisionModel.countDocuments()).toBe(0);
  });

  it('of a version that is no longer stored: is removed with it', async () => {
    const { author, post, former } = await createWithReplacedPicture();
    await PostModel.updateOne({ _id: post._id }, { $set: { version: MAX_REVISIONS } });

    await updatePost(author, post._id, { blogTitle: 'The 51st version' });

    expect((await author.agent.get(former)).status).toBe(404);
    expect((await read(author, post._id, 1)).status).toBe(404);
  });

  it('when it no longer exists: is listed as missing, and a restore leaves it out', async () => {
    const { author, post, former } = await createWithReplacedPicture();
    const key = former.replace('/media/', '');
    await MediaModel.deleteOne({ key });

    const { revision } = (await read(author, post._id, 1)).body;
    const restored = await restore(author, post._id, 1);

    expect(revision.missingPictures).toEqual([key]);
    expect(restored.status).toBe(200);
    expect(restored.body.post).toMatchObject({ blogTitle: post.blogTitle, blogImage: '' });
  });

  it('restored: is served to every user, while the replaced one stays with its revision', async () => {
    const { author, post, changed, former } = await createWithReplacedPicture();
    const other = await signIn(app);

    const restored: Post = (await restore(author, post._id, 1)).body.post;

    expect(restored.blogImageMeta).toEqual(post.blogImageMeta);
    expect((await other.agent.get(restored.blogImage)).status).toBe(200);
    expect((await author.agent.get(former)).status).toBe(200);
    expect((await author.agent.get(changed.blogImage)).status).toBe(404);
    const { revision } = (await read(author, post._id, 2)).body;
    expect((await author.agent.get(revision.blogImage)).status).toBe(200);
    expect((await other.agent.get(revision.blogImage)).status).toBe(404);
  });
});

describe('POST /api/post/:id/revisions/:number/restore', () => {
  it('restores text, location and alternative text as a new version, which search finds', async () => {
    const author = await signIn(app);
    const first = await createPost(author, {
      blogTitle: 'Monsoon in Munnar',
      blogHtml: '<p>Tea <em>everywhere</em></p>',
      blogImageAlt: 'Terraces',
      blogLocation: 'Munnar',
    });
    await updatePost(author, first._id, { blogTitle: 'x', blogImageAlt: '', blogLocation: '' });

    const response = await restore(author, first._id, 1);

    expect(response.status).toBe(200);
    const { post } = response.body;
    expect(post).toEqual({ ...first, version: 3, updatedAt: post.updatedAt });
    const { revisions } = (await list(author, first._id)).body;
    expect(revisions.map((each: RevisionSummary) => [each.number, each.restoredFrom])).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ]);
    const found = await author.agent.get('/api/post/search?q=munnar+everywhere');
    expect(found.body.posts).toHaveLength(1);
  });

  it('repeated, also concurrently: makes one new version', async () => {
    const author = await signIn(app);
    const post = await createVersions(author, 3);

    const concurrent = await Promise.all([restore(author, post._id, 1), restore(author, post._id, 1)]);
    const repeated = await restore(author, post._id, 1);
    const undone = await restore(author, post._id, 3);

    const versions = [...concurrent, repeated, undone].map(({ body }) => body.post.version);
    expect(versions).toEqual([4, 4, 4, 5]);
    expect(repeated.body.post.blogTitle).toBe('v1');
    expect(undone.body.post.blogTitle).toBe('v3');
  });

  it('followed by an update: keeps the origin of the restored version, and the new one has none', async () => {
    const author = await signIn(app);
    const post = await createVersions(author, 2);
    await restore(author, post._id, 1);
    await updatePost(author, post._id, { blogTitle: 'v4' });

    const { revisions } = (await list(author, post._id)).body;

    expect(revisions.map((each: RevisionSummary) => each.restoredFrom)).toEqual([null, 1, null, null]);
    expect((await read(author, post._id, 3)).body.revision.restoredFrom).toBe(1);
  });

  it('concurrently with updates: loses none of them', async () => {
    const author = await signIn(app);
    const post = await createVersions(author, 2);

    const responses = await Promise.all([
      restore(author, post._id, 1),
      ...['a', 'b', 'c'].map((blogTitle) =>
        author.agent.put(`/api/post/update-post/${post._id}`).send(buildPostInput({ blogTitle })),
      ),
      restore(author, post._id, 2),
    ]);

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { revisions } = (await list(author, post._id)).body;
    expect(numbersOf(revisions)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    const titles = revisions.map(({ blogTitle }: RevisionSummary) => blogTitle);
    expect(titles.slice(0, 5).sort()).toEqual(['a', 'b', 'c', 'v1', 'v2']);
  });
});
