import {
  type Card,
  cardSchema,
  LIMITS,
  type PlaceHit,
  type Post,
  type PublicUser,
  postSchema,
} from '@safarnama/contracts';
import { findPlaces } from '@safarnama/places';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readAllPages, readPage } from '../../test/all-pages.js';
import { useApp } from '../../test/app.js';
import { createComment, createPost, PNG_DATA_URL } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { storePost, storePosts } from '../../test/stored-posts.js';
import { encodeCursor } from '../http/cursor.js';
import { PostModel } from './post.model.js';
import { BookmarkModel } from './reaction.model.js';

useDatabase();
const app = useApp();

const getIds = (rows: readonly { _id: unknown }[]) => rows.map(({ _id }) => String(_id));
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** A list of stories, and how to fill it for a reader. */
interface StoryList {
  name: string;
  path(reader: SignedIn): string;
  query: Record<string, string>;
  /** Stores stories and returns their ids in the order of the list. */
  fill(reader: SignedIn, count: number): Promise<string[]>;
}

const storeOwnPosts = async (reader: SignedIn, count: number) =>
  // Groups of four have the same date, so that the id decides their order.
  getIds(
    await storePosts(count, (index) => ({
      authorId: reader.user._id,
      createdAt: minutesAgo(Math.floor(index / 4)),
      input: { blogTitle: `Ladakh ${index}` },
    })),
  );

const LISTS: readonly StoryList[] = [
  { name: 'getposts', path: () => '/api/post/getposts', query: {}, fill: storeOwnPosts },
  {
    name: 'getposts as cards',
    path: () => '/api/post/getposts',
    query: { view: 'card' },
    fill: storeOwnPosts,
  },
  { name: 'my-posts', path: () => '/api/post/my-posts', query: {}, fill: storeOwnPosts },
  {
    name: 'by-author',
    path: ({ user }) => `/api/post/by-author/${user._id}`,
    query: { view: 'card' },
    fill: storeOwnPosts,
  },
  { name: 'search', path: () => '/api/post/search', query: { q: 'ladakh' }, fill: storeOwnPosts },
  {
    name: 'bookmarks',
    path: () => '/api/post/bookmarks',
    query: {},
    async fill(reader, count) {
      const ids = await storeOwnPosts(reader, count);
      const userId = new Types.ObjectId(reader.user._id);
      const bookmarks = ids.map((id) => ({ userId, postId: new Types.ObjectId(id), createdAt: new Date() }));
      await BookmarkModel.insertMany(bookmarks);
      return ids.reverse();
    },
  },
];

const BROKEN_CURSORS: readonly string[] = [
  'x',
  '',
  'bm90IGpzb24',
  encodeCursor([]),
  encodeCursor(['a', 'b']),
  encodeCursor([1e300, 'b'.repeat(24)]),
  encodeCursor([1, '../etc']),
  Buffer.from('{"$gt":""}').toString('base64url'),
  Buffer.from('[{"$gt":""},{"$gt":""}]').toString('base64url'),
  Buffer.from('null').toString('base64url'),
];

describe.each(LISTS)('paging of $name', ({ path, query, fill }) => {
  it('with limit=7 while stories are added before each page: returns each earlier story once, in order', async () => {
    const reader = await signIn(app);
    const expected = await fill(reader, 25);

    const { rows, pageLengths } = await readAllPages<Card>(
      reader,
      path(reader),
      'posts',
      { ...query, limit: 7 },
      () => fill(reader, 3),
    );

    // The added stories may appear: new bookmarks precede the read pages, other stories can belong to later pages.
    const earlier = getIds(rows).filter((id) => expected.includes(id));
    expect(earlier).toEqual(expected);
    expect(new Set(getIds(rows)).size).toBe(rows.length);
    expect(pageLengths.slice(0, -1).every((length) => length === 7)).toBe(true);
  });

  it('with exactly full pages: returns no empty last page', async () => {
    const reader = await signIn(app);
    const expected = await fill(reader, 10);

    const { rows, pageLengths } = await readAllPages<Card>(reader, path(reader), 'posts', {
      ...query,
      limit: 5,
    });

    expect(getIds(rows)).toEqual(expected);
    expect(pageLengths).toEqual([5, 5]);
  });

  it('when stories of the first page are deleted: skips nothing', async () => {
    const reader = await signIn(app);
    const expected = await fill(reader, 12);
    const first = await readPage<Card>(reader, path(reader), 'posts', { ...query, limit: 5 });

    for (const { _id } of first.rows) await reader.agent.delete(`/api/post/delete-post/${_id}`);
    const second = await readPage<Card>(reader, path(reader), 'posts', {
      ...query,
      limit: 100,
      cursor: String(first.nextCursor),
    });

    expect(getIds(second.rows)).toEqual(expected.slice(5));
    expect(second.nextCursor).toBeNull();
  });

  it('with a limit outside 1 to 100: responds 400', async () => {
    const reader = await signIn(app);

    for (const limit of ['0', '101', 'abc', '-1', '1.5', '', '1e2']) {
      const response = await reader.agent.get(path(reader)).query({ ...query, limit });

      expect([limit, response.status]).toEqual([limit, 400]);
      expect(response.body.fields).toContainEqual(expect.objectContaining({ field: 'limit' }));
    }
  });

  it('with a broken cursor: responds 400', async () => {
    const reader = await signIn(app);

    for (const cursor of BROKEN_CURSORS) {
      const response = await reader.agent.get(path(reader)).query({ ...query, cursor });

      expect([cursor, response.status]).toEqual([cursor, 400]);
      expect(response.body.fields).toEqual([
        { field: 'cursor', code: 'invalid_cursor', message: 'The cursor is not valid' },
      ]);
    }
  });

  it('without a session: responds 401', async () => {
    const reader = await signIn(app);

    expect((await app.request().get(path(reader)).query(query)).status).toBe(401);
  });

  it('without stories: returns an empty page', async () => {
    const reader = await signIn(app);

    const page = await readPage(reader, path(reader), 'posts', query);

    expect(page).toEqual({ rows: [], nextCursor: null });
  });
});

describe('GET /api/post/getposts', () => {
  it('without parameters: returns the newest 200 whole stories and a cursor', async () => {
    const reader = await signIn(app);
    const posts = await storePosts(203, () => ({ authorId: reader.user._id }));

    const first = await readPage<Post>(reader, '/api/post/getposts', 'posts');
    const second = await readPage<Post>(reader, '/api/post/getposts', 'posts', {
      cursor: String(first.nextCursor),
    });

    expect(getIds([...first.rows, ...second.rows])).toEqual(getIds(posts));
    expect([first.rows.length, second.rows.length, second.nextCursor]).toEqual([200, 3, null]);
    for (const post of first.rows.slice(0, 5)) z.parse(postSchema, post);
  });

  it.each([
    ['without parameters', {}],
    ['with a limit', { limit: 30 }],
    ['by likes', { sort: 'liked', limit: 30 }],
  ])('%s, with long stories: ends at 4 MB of text and continues without a gap', async (_name, query) => {
    const reader = await signIn(app);
    const posts = await storePosts(35, (index) => ({
      authorId: reader.user._id,
      createdAt: minutesAgo(index),
      input: { blogContent: `${'क'.repeat(32_000)} ${index}` },
    }));
    const countBytes = (page: readonly Post[]) =>
      page.reduce(
        (sum, post) => sum + Buffer.byteLength(post.blogContent) + Buffer.byteLength(post.blogHtml),
        0,
      );

    const first = await readPage<Post>(reader, '/api/post/getposts', 'posts', query);
    const second = await readPage<Post>(reader, '/api/post/getposts', 'posts', {
      ...query,
      cursor: String(first.nextCursor),
    });

    expect(countBytes(first.rows)).toBeLessThanOrEqual(4_000_000);
    expect(countBytes(first.rows)).toBeGreaterThan(3_700_000);
    expect(getIds([...first.rows, ...second.rows])).toEqual(getIds(posts));
  });

  it('with view=card: returns 20 cards with an excerpt and without the text', async () => {
    const author = await signIn(app);
    await storePosts(24, (index) => ({ authorId: author.user._id, createdAt: minutesAgo(index + 1) }));
    const text = 'क्षत्रिय '.repeat(100);
    const post = await createPost(author, { blogContent: text, blogImage: PNG_DATA_URL });
    await createComment(author, post._id, 'one');

    const page = await readPage<Card>(author, '/api/post/getposts', 'posts', { view: 'card' });

    expect(page.rows).toHaveLength(20);
    expect(page.nextCursor).not.toBeNull();
    const { blogContent: _, blogHtml: __, pictures: ___, visitedOn: ____, ...shared } = post;
    expect(page.rows[0]).toEqual({ ...shared, excerpt: expect.any(String), commentCount: 1 });
    for (const card of page.rows) {
      z.parse(cardSchema, card);
      expect(Object.keys(card)).not.toContain('blogContent');
      expect(Object.keys(card)).not.toContain('blogHtml');
    }
    const graphemes = [...new Intl.Segmenter('hi').segment(text.slice(0, 800))].slice(0, 150);
    expect(page.rows[0]?.excerpt).toBe(
      graphemes
        .map(({ segment }) => segment)
        .join('')
        .trimEnd(),
    );
  });

  it('with view=card and all fields at their maximum: returns a card of at most 4 kB', async () => {
    const letter = '\u{20bb7}';
    const author = await signIn(app, { fullName: letter.repeat(LIMITS.fullName) });
    await author.agent
      .put('/api/auth/update-profile')
      .send({ fullName: author.user.fullName, profilePic: PNG_DATA_URL });
    const [longestName] = findPlaces('Dadra and Nagar Haveli and Daman and Diu', { limit: 1 });
    const emoji = '👨‍👩‍👧‍👦';
    await createPost(author, {
      blogTitle: letter.repeat(LIMITS.postTitle),
      blogContent: emoji.repeat(300),
      blogImage: PNG_DATA_URL,
      blogImageAlt: letter.repeat(LIMITS.imageAlt),
      blogLocation: letter.repeat(LIMITS.postLocation),
      placeId: longestName?.place._id ?? null,
    });

    const { rows } = await readPage<Card>(author, '/api/post/getposts', 'posts', { view: 'card' });

    expect(Buffer.byteLength(JSON.stringify(rows[0]))).toBeLessThanOrEqual(4_000);
    expect(rows[0]).toMatchObject({ place: { name: longestName?.place.name }, excerpt: expect.any(String) });
    expect(rows[0]?.excerpt.replaceAll(emoji, '')).toBe('');
  });

  it('with view=card and long texts in Hindi: returns the first 150 graphemes', async () => {
    const author = await signIn(app);
    const text = 'धर्मक्षेत्रे कुरुक्षेत्रे समवेता युयुत्सवः। '.repeat(20);
    await createPost(author, {
      blogTitle: 'पहाड़ों की सुबह '.repeat(10),
      blogContent: text,
      blogImage: PNG_DATA_URL,
      blogImageAlt: 'झील में पहाड़ '.repeat(20),
    });

    const { rows } = await readPage<Card>(author, '/api/post/getposts', 'posts', { view: 'card' });

    const graphemes = Array.from(new Intl.Segmenter('hi').segment(text), ({ segment }) => segment);
    expect(rows[0]?.excerpt).toBe(graphemes.slice(0, 150).join('').trim());
    expect(Buffer.byteLength(JSON.stringify(rows[0]))).toBeLessThanOrEqual(4_000);
  });

  it('with view=full: returns the same as without it', async () => {
    const author = await signIn(app);
    await createPost(author);

    const [plain, full] = [
      await readPage(author, '/api/post/getposts', 'posts'),
      await readPage(author, '/api/post/getposts', 'posts', { view: 'full' }),
    ];

    expect(full).toEqual(plain);
  });

  it.each([{ view: 'all' }, { view: ['card', 'full'] }, { cursor: ['a', 'b'] }, { limit: ['1', '2'] }])(
    'with %j: responds 400',
    async (query) => {
      expect((await (await signIn(app)).agent.get('/api/post/getposts').query(query)).status).toBe(400);
    },
  );

  it('with reactions of several users: shows each reader their own', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const [first, second] = [await createPost(author), await createPost(author)];
    await reader.agent.put(`/api/post/${first._id}/like`);
    await reader.agent.put(`/api/post/${second._id}/bookmark`);

    const { rows } = await readPage<Post>(reader, '/api/post/getposts', 'posts');
    const authorPage = await readPage<Post>(author, '/api/post/getposts', 'posts');

    expect(rows.map((post) => [post._id, post.likedByMe, post.bookmarkedByMe, post.likeCount])).toEqual([
      [second._id, false, true, 6],
      [first._id, true, false, 7],
    ]);
    expect(authorPage.rows.some((post) => post.likedByMe || post.bookmarkedByMe)).toBe(false);
  });
});

describe('GET /api/post/my-posts and by-author', () => {
  it('with stories of other authors: return the stories of one author only', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const ownPost = await createPost(author);
    await createPost(reader);

    const ownPage = await readPage<Post>(author, '/api/post/my-posts', 'posts');
    const response = await reader.agent.get(`/api/post/by-author/${author.user._id}`);

    expect(ownPage.rows).toEqual([ownPost]);
    expect(response.body.posts).toEqual([ownPost]);
  });

  it('by-author: returns the author without the email address', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];

    const response = await reader.agent.get(`/api/post/by-author/${author.user._id}`);

    const { email: _, language: _language, ...publicUser } = author.user;
    expect(response.body).toEqual({
      author: { ...(publicUser satisfies PublicUser), followerCount: 0, followedByMe: false },
      posts: [],
      nextCursor: null,
      places: [],
    });
  });

  it('by-author with stories of more than 100 places: returns the 100 with the most stories, those first', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const found = ['ban', 'ram'].flatMap((name) => findPlaces(name, { limit: 60 }));
    const ids = [...new Set(found.map(({ place }) => place._id))].slice(0, 101).sort();
    // The last id, which would otherwise be the one left out, has two stories; the others are ordered by id.
    const placeIds = [...ids, ...ids.slice(100)];
    await storePosts(placeIds.length, (index) => ({
      authorId: author.user._id,
      input: { placeId: placeIds[index] ?? null },
    }));

    const response = await reader.agent.get(`/api/post/by-author/${author.user._id}?view=card&limit=1`);

    const places: PlaceHit[] = response.body.places;
    expect(places).toHaveLength(100);
    expect(getIds(places)).toEqual([...ids.slice(100), ...ids.slice(0, 99)]);
  });

  it('by-author of an unknown user: responds 404, with a malformed id 400', async () => {
    const { agent } = await signIn(app);

    expect((await agent.get('/api/post/by-author/0123456789abcdef01234567')).status).toBe(404);
    expect((await agent.get('/api/post/by-author/x')).status).toBe(400);
  });
});

describe('GET /api/post/bookmarks', () => {
  it("returns the cards of the user's bookmarks only, newest bookmark first", async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const [old, middle, recent] = [
      await createPost(author),
      await createPost(author),
      await createPost(author),
    ];
    await author.agent.put(`/api/post/${old._id}/bookmark`);
    for (const { _id } of [recent, old, middle]) await reader.agent.put(`/api/post/${_id}/bookmark`);
    // Neither a repeat nor a removal moves the others.
    await reader.agent.put(`/api/post/${recent._id}/bookmark`);
    await reader.agent.delete(`/api/post/${old._id}/bookmark`);

    const { rows } = await readPage<Card>(reader, '/api/post/bookmarks', 'posts');

    expect(getIds(rows)).toEqual([middle._id, recent._id]);
    for (const card of rows) {
      expect(z.parse(cardSchema, card).bookmarkedByMe).toBe(true);
      expect(Object.keys(card)).not.toContain('blogContent');
    }
  });

  it('without a limit: returns 20 cards', async () => {
    const reader = await signIn(app);
    const posts = await storePosts(21, () => ({ authorId: reader.user._id }));
    await BookmarkModel.insertMany(posts.map(({ _id }) => ({ userId: reader.user._id, postId: _id })));

    const page = await readPage<Card>(reader, '/api/post/bookmarks', 'posts');

    expect(page.rows).toHaveLength(20);
    expect(page.nextCursor).not.toBeNull();
  });

  it('with a deleted story: omits it', async () => {
    const reader = await signIn(app);
    const [existing, deleted] = [
      await storePost({ authorId: reader.user._id }),
      await storePost({ authorId: reader.user._id }),
    ];
    await BookmarkModel.insertMany(
      [existing, deleted].map(({ _id }) => ({ userId: reader.user._id, postId: _id })),
    );
    await PostModel.deleteOne({ _id: deleted._id });

    const { rows } = await readAllPages<Card>(reader, '/api/post/bookmarks', 'posts', { limit: 1 });

    expect(getIds(rows)).toEqual([existing._id.toHexString()]);
  });
});
