import { randomUUID } from 'node:crypto';
import { type Draft, draftSchema } from '@safarnama/contracts';
import { type Query, Types } from 'mongoose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { readAllPages, readPage } from '../../test/all-pages.js';
import { useApp } from '../../test/app.js';
import { buildPostInput, createPost, PNG_DATA_URL } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { encodeCursor } from '../http/cursor.js';
import { MediaModel } from '../media/media.model.js';
import { DeletedPostModel } from '../post/deleted-post.model.js';
import { PostModel } from '../post/post.model.js';
import { DraftModel } from './draft.model.js';

useDatabase();
const app = useApp();
afterEach(() => {
  vi.restoreAllMocks();
});

const DAY_MS = 24 * 60 * 60_000;

type Agent = Pick<SignedIn, 'agent'>;
const pathOf = (key: string) => `/api/drafts/${key}`;
const put = ({ agent }: Agent, key: string, body: object) => agent.put(pathOf(key)).send(body);
const get = ({ agent }: Agent, key: string) => agent.get(pathOf(key));
const remove = ({ agent }: Agent, key: string) => agent.delete(pathOf(key));

async function save(author: Agent, key: string, body: object): Promise<Draft> {
  const response = await put(author, key, body);
  if (response.status !== 200)
    throw new Error(`Saving the draft failed with ${response.status}: ${response.text}`);
  return response.body.draft;
}

const DRAFT_TEXT = {
  blogTitle: 'आधी कहानी',
  blogHtml: '<p>अभी <strong>नहीं</strong></p>',
  blogLocation: 'Kochi',
};

describe('PUT /api/drafts/:key', () => {
  it('with a new key: responds 200 with version 1 and sanitized markup', async () => {
    const author = await signIn(app);
    const key = randomUUID();

    const response = await put(author, key, {
      ...DRAFT_TEXT,
      blogHtml: `${DRAFT_TEXT.blogHtml}<script>alert(1)</script><ol><li data-list="bullet">x</li></ol>`,
    });

    expect(response.status).toBe(200);
    expect(z.parse(draftSchema, response.body.draft)).toEqual({
      ...DRAFT_TEXT,
      placeId: null,
      place: null,
      isPlaceChosen: false,
      visitedOn: null,
      _id: expect.any(String),
      key,
      blogHtml: `${DRAFT_TEXT.blogHtml}<ul><li>x</li></ul>`,
      blogImage: '',
      blogImageAlt: '',
      blogImageMeta: null,
      visibility: 'members',
      isUnpublished: false,
      baseVersion: null,
      version: 1,
      publishAt: null,
      publishError: null,
      publishErrorCode: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await get(author, key)).body.draft).toEqual(response.body.draft);
  });

  it('with an alternative text and a base version: stores both, and keeps them when a later write omits them', async () => {
    const author = await signIn(app);
    const key = randomUUID();
    const fields = { blogImageAlt: 'धुंध में नाव', baseVersion: 3 };

    const first = await save(author, key, { ...DRAFT_TEXT, ...fields });
    const second = await save(author, key, { ...DRAFT_TEXT, version: 1 });
    const third = await save(author, key, { ...DRAFT_TEXT, blogImageAlt: '', baseVersion: 4, version: 2 });

    expect(first).toMatchObject(fields);
    expect(second).toMatchObject({ ...fields, _id: first._id, createdAt: first.createdAt });
    expect(third).toMatchObject({ blogImageAlt: '', baseVersion: 4 });
  });

  it('with an empty body: saves an empty draft', async () => {
    const author = await signIn(app);

    expect(await save(author, randomUUID(), {})).toMatchObject({ blogTitle: '', blogHtml: '', version: 1 });
  });

  it('with the stored version: replaces the text and increments the version', async () => {
    const author = await signIn(app);
    const key = randomUUID();
    await save(author, key, DRAFT_TEXT);

    const second = await save(author, key, { ...DRAFT_TEXT, blogTitle: 'पूरी कहानी', version: 1 });
    const third = await save(author, key.toUpperCase(), { blogTitle: 'x', version: 2 });

    expect(second).toMatchObject({ blogTitle: 'पूरी कहानी', version: 2 });
    expect(third).toMatchObject({ key, blogTitle: 'x', blogHtml: '', blogLocation: '', version: 3 });
    expect(await DraftModel.countDocuments()).toBe(1);
  });

  it.each([
    ['none', {}],
    ['0', { version: 0 }],
    ['an older', { version: 1 }],
    ['a later', { version: 3 }],
  ])(
    'with %s version while version 2 is stored: responds 409 with the stored draft and overwrites nothing',
    async (_name, version) => {
      const author = await signIn(app);
      const key = randomUUID();
      await save(author, key, DRAFT_TEXT);
      const stored = await save(author, key, { ...DRAFT_TEXT, version: 1, blogImage: PNG_DATA_URL });

      const response = await put(author, key, { blogTitle: 'from another tab', blogImage: '', ...version });

      expect(response.status).toBe(409);
      expect(response.body).toEqual({
        message: expect.any(String),
        code: 'draft_version_behind',
        requestId: expect.any(String),
        draft: stored,
      });
      expect((await get(author, key)).body.draft).toEqual(stored);
      expect((await author.agent.get(stored.blogImage)).status).toBe(200);
    },
  );

  it.each([
    ['a new key', undefined],
    ['the same version', 1],
  ])('10 times concurrently with %s: accepts one and responds 409 to the others', async (_name, version) => {
    const author = await signIn(app);
    const key = randomUUID();
    if (version !== undefined) await save(author, key, DRAFT_TEXT);

    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        put(author, key, { blogTitle: `tab ${n}`, ...(version ? { version } : {}) }),
      ),
    );

    const winners = responses.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9);
    for (const { body } of responses) expect(body.draft).toEqual(winners[0]?.body.draft);
    expect(await DraftModel.countDocuments()).toBe(1);
  });

  it('with a version and an unknown key: responds 404 and creates no draft', async () => {
    const author = await signIn(app);

    expect((await put(author, randomUUID(), { ...DRAFT_TEXT, version: 3 })).status).toBe(404);
    expect(await DraftModel.countDocuments()).toBe(0);
  });

  it('with a version, an unknown key and invalid input: responds 400', async () => {
    const author = await signIn(app);
    const wrong = [
      { blogImage: 'https://example.com/a.png' },
      { blogHtml: '<p>&</p>'.repeat(12_000) },
      { placeId: 'gn-0' },
    ];

    for (const fields of wrong) {
      const response = await put(author, randomUUID(), { ...DRAFT_TEXT, ...fields, version: 3 });

      expect([response.status, response.body.fields?.[0]?.field]).toEqual([400, Object.keys(fields)[0]]);
    }
  });

  it.each([
    [
      'deleted',
      async (author: Agent, key: string) => {
        await save(author, key, DRAFT_TEXT);
        await remove(author, key);
      },
    ],
    ['published', (author: Agent, draftKey: string) => createPost(author, { draftKey })],
  ])(
    'a first save that arrives after the draft was %s: responds 404 and creates none',
    async (_name, end) => {
      const author = await signIn(app);
      const key = randomUUID();
      await end(author, key.toUpperCase());

      const response = await put(author, key, { ...DRAFT_TEXT, blogImage: PNG_DATA_URL });

      expect(response.status).toBe(404);
      expect(await DraftModel.countDocuments()).toBe(0);
    },
  );

  it('a first save that is processed while the story is published: leaves neither draft nor picture', async () => {
    const author = await signIn(app);
    const keys = Array.from({ length: 8 }, () => randomUUID());

    await Promise.all(
      keys.flatMap((key) => [
        put(author, key, { ...DRAFT_TEXT, blogImage: PNG_DATA_URL }),
        createPost(author, { draftKey: key }),
      ]),
    );

    expect(await DraftModel.countDocuments()).toBe(0);
    expect(await MediaModel.countDocuments()).toBe(0);
  });

  it('with an invalid field: responds 400 and stores nothing', async () => {
    const author = await signIn(app);
    const wrong: [string, object, string][] = [
      ['a long title', { blogTitle: 'क'.repeat(201) }, 'blogTitle'],
      ['a long location', { blogLocation: 'x'.repeat(121) }, 'blogLocation'],
      ['a long text', { blogHtml: 'x'.repeat(100_001) }, 'blogHtml'],
      ['a version below 0', { version: -1 }, 'version'],
      ['a fractional version', { version: 1.5 }, 'version'],
      ['a text as version', { version: '1' }, 'version'],
      ['a base version below 1', { baseVersion: 0 }, 'baseVersion'],
      ['a long alternative text', { blogImageAlt: 'x'.repeat(301) }, 'blogImageAlt'],
      ['a malformed postId', { postId: 'x' }, 'postId'],
      ['an external URL as picture', { blogImage: 'https://example.com/a.png' }, 'blogImage'],
      ['a number as title', { blogTitle: 1 }, 'blogTitle'],
    ];

    for (const [name, body, field] of wrong) {
      const response = await put(author, randomUUID(), body);

      expect([name, response.status, response.body.fields?.[0]?.field]).toEqual([name, 400, field]);
    }
    expect(await DraftModel.countDocuments()).toBe(0);
  });

  it.each([
    ['an unknown place', { placeId: 'gn-0' }, 'placeId'],
    ['an external URL as picture', { blogImage: 'https://example.com/a.png' }, 'blogImage'],
  ])('with %s and an outdated version or an unknown key: responds 400', async (_name, input, field) => {
    const author = await signIn(app);
    const key = randomUUID();
    await save(author, key, DRAFT_TEXT);

    const responses = [
      await put(author, key, { ...input, version: 5 }),
      await put(author, randomUUID(), { ...input, version: 5 }),
    ];

    for (const { status, body } of responses) expect([status, body.fields[0].field]).toEqual([400, field]);
  });

  it.each(['x', 'f'.repeat(36), `${randomUUID()}0`])(
    'with the key %s, which is not a UUID: responds 400',
    async (key) => {
      const author = await signIn(app);

      const responses = [
        await put(author, key, DRAFT_TEXT),
        await get(author, key),
        await remove(author, key),
      ];

      expect(responses.map(({ status }) => status)).toEqual([400, 400, 400]);
    },
  );

  it('without a session: each call responds 401', async () => {
    const guest = { agent: app.agent() };
    const key = randomUUID();

    const responses = [
      await put(guest, key, DRAFT_TEXT),
      await get(guest, key),
      await remove(guest, key),
      await guest.agent.get('/api/drafts'),
    ];

    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(await DraftModel.countDocuments()).toBe(0);
  });
});

describe('a draft of another user', () => {
  it('with a known key: can be neither read nor changed nor deleted', async () => {
    const [author, other] = [await signIn(app), await signIn(app)];
    const key = randomUUID();
    const draft = await save(author, key, DRAFT_TEXT);

    const read = await get(other, key);
    const staleWrite = await put(other, key, { blogTitle: 'mine', version: 1 });
    const ownDraft = await save(other, key, { blogTitle: 'mine' });
    const { rows } = await readPage<Draft>(other, '/api/drafts', 'drafts');
    const removed = await remove(other, key);

    expect([read.status, staleWrite.status, removed.status]).toEqual([404, 404, 200]);
    expect(ownDraft).toMatchObject({ blogTitle: 'mine', version: 1 });
    expect(rows).toEqual([ownDraft]);
    expect((await get(author, key)).body.draft).toEqual(draft);
  });

  it('with a picture: the picture is visible to its author only', async () => {
    const [author, other] = [await signIn(app), await signIn(app)];

    const { blogImage, blogImageMeta } = await save(author, randomUUID(), { blogImage: PNG_DATA_URL });

    expect(blogImageMeta).toMatchObject({ width: 4, height: 3 });
    const responses = [
      await author.agent.get(blogImage),
      await other.agent.get(blogImage),
      await app.request().get(blogImage),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 401]);
    expect((await put(other, randomUUID(), { blogImage })).status).toBe(400);
  });
});

describe('the picture of a draft', () => {
  it('sent back, omitted or uploaded again: stays; emptied: is removed', async () => {
    const author = await signIn(app);
    const key = randomUUID();
    const { blogImage } = await save(author, key, { blogImage: PNG_DATA_URL });

    const sentBack = await save(author, key, { blogImage, version: 1 });
    const omitted = await save(author, key, { version: 2 });
    const sameBytes = await save(author, key, { blogImage: PNG_DATA_URL, version: 3 });
    const emptied = await save(author, key, { blogImage: '', version: 4 });

    expect([sentBack, omitted, sameBytes].map((draft) => draft.blogImage)).toEqual(Array(3).fill(blogImage));
    expect(emptied).toMatchObject({ blogImage: '', blogImageMeta: null });
    expect((await author.agent.get(blogImage)).status).toBe(404);
  });

  it("of the user's own story that the draft edits: gets a URL of its own, and the story keeps its picture", async () => {
    const author = await signIn(app);
    const post = await createPost(author, { blogImage: PNG_DATA_URL });

    const draft = await save(author, randomUUID(), { blogImage: post.blogImage, postId: post._id });

    expect(draft).toMatchObject({ postId: post._id, blogImageMeta: post.blogImageMeta });
    expect(draft.blogImage).not.toBe(post.blogImage);
    expect((await author.agent.get(post.blogImage)).status).toBe(200);
  });

  it("of another draft of the user: gets a URL of its own; of another user's draft: is rejected", async () => {
    const [author, other] = [await signIn(app), await signIn(app)];
    const first = await save(author, randomUUID(), { blogImage: PNG_DATA_URL });

    const second = await save(author, randomUUID(), { blogImage: first.blogImage });
    const stolen = await put(other, randomUUID(), { blogImage: first.blogImage });

    expect(second.blogImageMeta).toEqual(first.blogImageMeta);
    expect(second.blogImage).not.toBe(first.blogImage);
    for (const { blogImage } of [first, second]) {
      expect((await author.agent.get(blogImage)).status).toBe(200);
    }
    expect(stolen.status).toBe(400);
  });

  it("of the user's own story that returns between two of the reads: the draft edits the story", async () => {
    const author = await signIn(app);
    const post = await createPost(author, { blogImage: PNG_DATA_URL });
    await author.agent.delete(`/api/post/delete-post/${post._id}`).expect(200);
    const findOne = DeletedPostModel.findOne.bind(DeletedPostModel) as (
      filter: object,
    ) => Query<object, object>;
    vi.spyOn(DeletedPostModel, 'findOne').mockImplementationOnce(((filter: object) => {
      // Published stories have been searched already, deleted ones have not.
      const lean = async () => {
        await author.agent.post(`/api/post/${post._id}/undelete`).expect(200);
        return findOne(filter).lean();
      };
      return { select: () => ({ lean }) };
    }) as never);

    const draft = await save(author, randomUUID(), { blogImage: post.blogImage, postId: post._id });

    expect(draft).toMatchObject({ postId: post._id, blogImageMeta: post.blogImageMeta });
  });

  it("of another user's story: is rejected, and the draft does not refer to the story", async () => {
    const [author, other] = [await signIn(app), await signIn(app)];
    const post = await createPost(author, { blogImage: PNG_DATA_URL });

    const stolen = await put(other, randomUUID(), { blogImage: post.blogImage, postId: post._id });
    const draft = await save(other, randomUUID(), { blogTitle: 'x', postId: post._id });

    expect(stolen.status).toBe(400);
    expect(Object.keys(draft)).not.toContain('postId');
  });
});

describe('a draft that edits a story', () => {
  it('saved by its form after the story was removed for good: belongs to no version of a story', async () => {
    const author = await signIn(app);
    const post = await createPost(author);
    const key = randomUUID();
    const edit = { ...DRAFT_TEXT, postId: post._id, baseVersion: 1 };
    await save(author, key, edit);
    await author.agent.delete(`/api/post/delete-post/${post._id}`).expect(200);
    await app.server.services.deletions.removeExpired(new Date(Date.now() + DAY_MS));

    const saved = await save(author, key, { ...edit, version: 1 });

    expect(saved).not.toHaveProperty('postId');
    expect(saved.baseVersion).toBeNull();
  });
});

describe('GET /api/drafts/:key and DELETE', () => {
  it('for an unknown draft: GET responds 404, DELETE 200', async () => {
    const author = await signIn(app);

    expect((await get(author, randomUUID())).status).toBe(404);
    expect((await remove(author, randomUUID())).status).toBe(200);
  });

  it('DELETE while the first save is being processed: the draft does not appear afterwards', async () => {
    const author = await signIn(app);
    const key = randomUUID();
    const create = DraftModel.create.bind(DraftModel);
    vi.spyOn(DraftModel, 'create').mockImplementationOnce((async (fields: object) => {
      await remove(author, key).expect(200);
      return create(fields);
    }) as never);

    const { status } = await author.agent.put(`/api/drafts/${key}`).send(DRAFT_TEXT);

    expect(status).toBe(404);
    expect(await DraftModel.countDocuments()).toBe(0);
  });

  it('DELETE of a draft: removes it with its picture, and responds 200 again when repeated', async () => {
    const author = await signIn(app);
    const [key, otherKey] = [randomUUID(), randomUUID()];
    const { blogImage } = await save(author, key, { blogImage: PNG_DATA_URL });
    await save(author, otherKey, DRAFT_TEXT);

    const responses = [await remove(author, key), await remove(author, key)];

    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect((await get(author, key)).status).toBe(404);
    expect((await author.agent.get(blogImage)).status).toBe(404);
    expect((await get(author, otherKey)).status).toBe(200);
  });
});

describe('GET /api/drafts', () => {
  it('returns the latest change first', async () => {
    const author = await signIn(app);
    const [first, second] = [randomUUID(), randomUUID()];
    await save(author, first, DRAFT_TEXT);
    await save(author, second, DRAFT_TEXT);
    await save(author, first, { ...DRAFT_TEXT, version: 1 });

    const page = await readPage<Draft>(author, '/api/drafts', 'drafts');

    expect(page.rows.map(({ key, version }) => [key, version])).toEqual([
      [first, 2],
      [second, 1],
    ]);
    expect(page.nextCursor).toBeNull();
  });

  it('page by page while drafts are added: returns each earlier draft once', async () => {
    const author = await signIn(app);
    const start = Date.now() - 1_000_000;
    const userId = new Types.ObjectId(author.user._id);
    const stored = await DraftModel.insertMany(
      Array.from({ length: 21 }, (_, index) => {
        // Groups of four have the same date, so that the id decides their order.
        const at = new Date(start - Math.floor(index / 4) * 1000);
        return {
          _id: new Types.ObjectId(),
          userId,
          key: randomUUID(),
          version: 1,
          createdAt: at,
          updatedAt: at,
        };
      }),
      { timestamps: false },
    );
    const expected = stored
      .sort((a, b) => Number(b.updatedAt) - Number(a.updatedAt) || (a._id < b._id ? 1 : -1))
      .map(({ key }) => key);

    const { rows, pageLengths } = await readAllPages<Draft>(
      author,
      '/api/drafts',
      'drafts',
      { limit: 5 },
      () => save(author, randomUUID(), DRAFT_TEXT),
    );

    expect(rows.map(({ key }) => key)).toEqual(expected);
    expect(pageLengths).toEqual([5, 5, 5, 5, 1]);
  });

  it('with long texts: ends a page at 4 MB and continues without a gap', async () => {
    const author = await signIn(app);
    const userId = new Types.ObjectId(author.user._id);
    await DraftModel.insertMany(
      Array.from({ length: 45 }, () => ({
        userId,
        key: randomUUID(),
        version: 1,
        blogHtml: 'क'.repeat(33_000),
      })),
    );

    const { rows, pageLengths } = await readAllPages<Draft>(author, '/api/drafts', 'drafts', { limit: 100 });

    expect(pageLengths).toEqual([40, 5]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(45);
  });

  it('of one story: returns its drafts, latest change first, page by page, and none of another user', async () => {
    const author = await signIn(app);
    const [post, other] = [await createPost(author), await createPost(author)];
    const [first, second] = [randomUUID(), randomUUID()];
    for (const key of [first, second]) await save(author, key, { ...DRAFT_TEXT, postId: post._id });
    await save(author, randomUUID(), { ...DRAFT_TEXT, postId: other._id });
    await save(author, randomUUID(), DRAFT_TEXT);
    const query = { postId: post._id, limit: 1 };

    const { rows, pageLengths } = await readAllPages<Draft>(author, '/api/drafts', 'drafts', query);

    expect(rows.map(({ key }) => key)).toEqual([second, first]);
    expect(pageLengths).toEqual([1, 1]);
    const stranger = await readPage<Draft>(await signIn(app), '/api/drafts', 'drafts', query);
    expect(stranger.rows).toEqual([]);
  });

  it('with an invalid limit, cursor or story: responds 400', async () => {
    const { agent } = await signIn(app);
    const wrong = [
      { limit: '0' },
      { limit: '101' },
      { cursor: 'x' },
      { cursor: encodeCursor(['', '']) },
      { postId: 'x' },
      { 'postId[$ne]': 'x' },
    ];

    for (const query of wrong) {
      expect([query, (await agent.get('/api/drafts').query(query)).status]).toEqual([query, 400]);
    }
  });
});

describe('publishing a draft', () => {
  /** Saves a draft twice and returns calls that publish it, as a new story or as a change to an existing one. */
  async function setUp() {
    const author = await signIn(app);
    const post = await createPost(author);
    const draftKey = randomUUID();
    await save(author, draftKey, DRAFT_TEXT);
    const stored = await save(author, draftKey, {
      ...DRAFT_TEXT,
      blogTitle: 'from another device',
      version: 1,
    });
    const input = buildPostInput({ draftKey });
    return {
      author,
      post,
      draftKey,
      stored,
      create: (fields: object) => author.agent.post('/api/post/create-post').send({ ...input, ...fields }),
      update: (fields: object) =>
        author.agent.put(`/api/post/update-post/${post._id}`).send({ ...input, ...fields }),
    };
  }

  it.each(['create', 'update'] as const)(
    '%s with an outdated draftVersion: responds 409 with the draft, publishes nothing and keeps the draft',
    async (call) => {
      const { author, post, draftKey, stored, ...calls } = await setUp();

      const response = await calls[call]({ draftVersion: 1 });

      expect(response.status).toBe(409);
      expect(response.body).toMatchObject({ code: 'draft_version_behind', draft: stored });
      expect(await PostModel.find().lean()).toMatchObject([{ blogTitle: post.blogTitle, version: 1 }]);
      expect((await get(author, draftKey)).body.draft).toEqual(stored);
    },
  );

  it.each(['create', 'update'] as const)(
    '%s with an outdated draftVersion and an invalid picture: responds 400, not 409',
    async (call) => {
      const calls = await setUp();

      const response = await calls[call]({ draftVersion: 1, blogImage: 'data:image/png;base64,AAAA' });

      expect([response.status, response.body.code]).toEqual([400, 'invalid_image']);
    },
  );

  it.each(['create', 'update'] as const)(
    '%s with the stored draftVersion: saves the story and deletes the draft',
    async (call) => {
      const { author, draftKey, ...calls } = await setUp();

      const response = await calls[call]({ draftVersion: 2 });

      expect(response.status).toBeLessThan(300);
      expect((await get(author, draftKey)).status).toBe(404);
    },
  );

  it('again, after another device has changed the draft: keeps the draft as an edit, which can be saved', async () => {
    const { author, draftKey, stored, create } = await setUp();
    const clientPostId = randomUUID();
    await create({ clientPostId, draftKey: undefined });

    const response = await create({ clientPostId, draftVersion: 1 });

    expect(response.status).toBe(200);
    const edit = { ...stored, postId: response.body.post._id, baseVersion: 1 };
    expect((await get(author, draftKey)).body.draft).toEqual(edit);
    expect((await put(author, draftKey, { ...DRAFT_TEXT, version: 2 })).status).toBe(200);
  });

  it('again with other content, after deleting the draft has failed: keeps the draft as an edit, which publishes it', async () => {
    const { author, draftKey, create } = await setUp();
    const clientPostId = randomUUID();
    const first = await save(author, draftKey, { ...DRAFT_TEXT, blogImage: PNG_DATA_URL, version: 2 });
    const body = { clientPostId, draftKey, ...DRAFT_TEXT, blogImage: first.blogImage };
    vi.spyOn(DraftModel, 'findOneAndDelete').mockImplementationOnce(() => {
      throw new Error('killed');
    });
    expect((await create({ ...body, draftVersion: 3 })).status).toBe(500);
    const later = { ...DRAFT_TEXT, blogHtml: '<p>Later</p>' };
    const otherPicture = toDataUrl(await buildPicture(9, 5, '#224488').png().toBuffer());
    const second = await save(author, draftKey, { ...later, blogImage: otherPicture, version: 3 });
    const input = { ...body, ...later, blogImage: second.blogImage, draftVersion: 4 };

    const again = await create(input);
    const { body: remaining } = await get(author, draftKey);
    const updated = await author.agent.put(`/api/post/update-post/${again.body.post._id}`).send(input);

    expect([again.status, again.body.post.blogHtml]).toEqual([200, DRAFT_TEXT.blogHtml]);
    expect(remaining.draft).toEqual({ ...second, postId: again.body.post._id, baseVersion: 1 });
    expect([updated.status, updated.body.post.blogHtml]).toEqual([200, '<p>Later</p>']);
    expect(updated.body.post.blogImageMeta).toEqual(second.blogImageMeta);
    expect((await author.agent.get(updated.body.post.blogImage)).status).toBe(200);
    expect((await get(author, draftKey)).status).toBe(404);
  });

  it('again with the same content, after deleting the draft has failed: deletes the draft', async () => {
    const { author, draftKey, create } = await setUp();
    const { blogImage } = await save(author, draftKey, {
      ...DRAFT_TEXT,
      blogImage: PNG_DATA_URL,
      version: 2,
    });
    const input = { clientPostId: randomUUID(), ...DRAFT_TEXT, blogImage, draftVersion: 3 };
    vi.spyOn(DraftModel, 'findOneAndDelete').mockImplementationOnce(() => {
      throw new Error('killed');
    });
    expect((await create(input)).status).toBe(500);

    expect((await create(input)).status).toBe(200);

    expect((await get(author, draftKey)).status).toBe(404);
  });

  it.each([
    ['an invalid picture', { blogImage: 'data:image/png;base64,AAAA' }],
    ['the URL of a foreign picture', { blogImage: 'https://example.org/picture.png' }],
    ['no text but markup', { blogHtml: '<p> </p>' }],
    ['an unknown place', { placeId: 'gn-1' }],
  ])(
    'again with %s: responds 200 with the stored story and keeps the draft as an edit',
    async (_name, changes) => {
      const { author, draftKey, create } = await setUp();
      const clientPostId = randomUUID();
      const first = await create({ clientPostId, draftKey: undefined });

      const again = await create({ clientPostId, draftVersion: 2, ...changes });

      expect([again.status, again.body.post]).toEqual([200, first.body.post]);
      expect((await get(author, draftKey)).body.draft).toMatchObject({ postId: first.body.post._id });
    },
  );

  it('while another device changes the draft: keeps the draft as an edit of the story', async () => {
    const { author, draftKey, create } = await setUp();
    const insert = PostModel.create.bind(PostModel) as (fields: object) => Promise<unknown>;
    vi.spyOn(PostModel, 'create').mockImplementationOnce((async (fields: object) => {
      const stored = await insert(fields);
      await save(author, draftKey, { ...DRAFT_TEXT, version: 2 });
      return stored;
    }) as never);

    const { status, body } = await create({ clientPostId: randomUUID(), draftVersion: 2 });

    expect(status).toBe(201);
    expect((await get(author, draftKey)).body.draft).toMatchObject({
      ...DRAFT_TEXT,
      postId: body.post._id,
      baseVersion: 1,
      version: 3,
    });
  });
});
