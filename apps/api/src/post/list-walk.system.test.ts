import type { Card } from '@safarnama/contracts';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { type Page, readPage } from '../../test/all-pages.js';
import { useApp } from '../../test/app.js';
import { buildPostInput } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { storePosts } from '../../test/stored-posts.js';
import { processEnv } from '../config/env.js';
import { PostModel } from './post.model.js';
import { BookmarkModel } from './reaction.model.js';

useDatabase();
const app = useApp();

const LEH = 'gn-1264976';
const PAGE_SIZES = [7, 20, 100];
/**
 * `WALK_STORIES=1000` walks through as many stories and prints the result. During the walk, a fifth of this number is
 * added, and a tenth deleted.
 */
const STORIES = Number(processEnv().WALK_STORIES ?? 120);
/** Only a hang reaches it, even with many stories. */
const TIMEOUT_MS = 600_000;

const LISTS: readonly { name: string; path: (reader: SignedIn) => string; query: Record<string, string> }[] =
  [
    { name: 'getposts', path: () => '/api/post/getposts', query: { view: 'card' } },
    { name: 'getposts, liked', path: () => '/api/post/getposts', query: { view: 'card', sort: 'liked' } },
    { name: 'my-posts', path: () => '/api/post/my-posts', query: { view: 'card' } },
    { name: 'by-author', path: ({ user }) => `/api/post/by-author/${user._id}`, query: { view: 'card' } },
    { name: 'place', path: () => '/api/place/ladakh/posts', query: {} },
    { name: 'place, liked', path: () => '/api/place/ladakh/posts', query: { sort: 'liked' } },
    { name: 'bookmarks', path: () => '/api/post/bookmarks', query: {} },
    { name: 'search, newest', path: () => '/api/post/search', query: { q: 'ladakh', sort: 'newest' } },
    { name: 'search, best', path: () => '/api/post/search', query: { q: 'ladakh', sort: 'best' } },
  ];

/**
 * Creates a walk through one list, page by page.
 *
 * @param read - reads a page.
 */
function createWalk(
  name: string,
  limit: number,
  read: (query: Record<string, string | number>) => Promise<Page<Card>>,
) {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  return {
    name,
    limit,
    ids,
    isOver: () => cursor === null,
    async next() {
      const page = await read({ limit, ...(cursor ? { cursor } : {}) });
      ids.push(...page.rows.map(({ _id }) => _id));
      cursor = page.nextCursor;
    },
  };
}

/** Stores the author's stories, four of each date, with different scores, bookmarks them, and likes every third. */
async function fill({ user }: SignedIn): Promise<string[]> {
  const posts = await storePosts(STORIES, (index) => ({
    authorId: user._id,
    createdAt: new Date(Date.now() - Math.floor(index / 4) * 60_000),
    input: {
      placeId: LEH,
      blogTitle: `Ladakh ${index}`,
      blogContent: `Leh. ${'Ladakh! '.repeat(index % 23)}`,
    },
  }));
  const userId = new Types.ObjectId(user._id);
  await BookmarkModel.insertMany(posts.map(({ _id, createdAt }) => ({ userId, postId: _id, createdAt })));
  await PostModel.bulkWrite(
    posts
      .filter((_post, index) => index % 3 === 0)
      .map(({ _id }, index) => ({
        updateOne: { filter: { _id }, update: { monthLikes: 1 + (index % 11) } },
      })),
  );
  return posts.map(({ _id }) => _id.toHexString());
}

/**
 * Publishes and bookmarks a story, or deletes one; every third change is a deletion. Another user likes the new story,
 * or one that is in the lists.
 */
function createChanges(me: SignedIn, fan: SignedIn, stored: readonly string[]) {
  const deleted = new Set<string>();
  /** A step that visits each story once: it has no common divisor with any usual number of them. */
  const stride = 37;
  const storyAt = (position: number) => stored[(position * stride) % stored.length] ?? '';
  const like = async (id: string) => {
    expect((await fan.agent.put(`/api/post/${id}/like`)).status).toBe(200);
  };
  const add = async (index: number) => {
    const response = await me.agent
      .post('/api/post/create-post')
      .send(buildPostInput({ blogTitle: `Ladakh, new ${index}`, placeId: LEH }));
    expect(response.status).toBe(201);
    expect((await me.agent.put(`/api/post/${response.body.post._id}/bookmark`)).status).toBe(200);
    await like(response.body.post._id);
  };
  const remove = async (index: number) => {
    const id = storyAt(index);
    expect((await me.agent.delete(`/api/post/delete-post/${id}`)).status).toBe(200);
    deleted.add(id);
    await like(storyAt(index + 1));
  };
  return { deleted, apply: (index: number) => (index % 3 === 2 ? remove(index) : add(index)) };
}

describe('lists of stories', () => {
  it(
    'read page by page while stories are added and deleted: skip none and repeat none',
    async () => {
      const me = await signIn(app);
      const stored = await fill(me);
      const changes = createChanges(me, await signIn(app), stored);
      const changeCount = Math.round(STORIES * 0.3);
      const walks = LISTS.flatMap(({ name, path, query }) =>
        PAGE_SIZES.map((limit) =>
          createWalk(name, limit, (page) => readPage<Card>(me, path(me), 'posts', { ...query, ...page })),
        ),
      );
      /** Lets each walk get as far as the changes, so that changes happen between any two pages. */
      const readUpTo = async (share: number) => {
        for (const walk of walks) {
          while (!walk.isOver() && walk.ids.length <= share * stored.length) await walk.next();
        }
      };

      for (let index = 0; index < changeCount; index += 1) {
        await readUpTo(index / changeCount);
        await changes.apply(index);
      }
      await readUpTo(Number.POSITIVE_INFINITY);

      const expected = stored.filter((id) => !changes.deleted.has(id));
      const results = walks.map(({ name, limit, ids }) => {
        const read = new Set(ids);
        return {
          list: name,
          limit,
          read: read.size,
          skipped: expected.filter((id) => !read.has(id)).length,
          repeated: ids.length - read.size,
        };
      });
      if (processEnv().WALK_STORIES !== undefined) {
        console.table(results);
        console.info(`added ${changeCount - changes.deleted.size}, deleted ${changes.deleted.size}`);
      }
      expect(results.filter(({ skipped, repeated }) => skipped > 0 || repeated > 0)).toEqual([]);
      expect(changes.deleted.size).toBe(Math.floor(changeCount / 3));
    },
    TIMEOUT_MS,
  );
});
