import { type Card, cardPageSchema, type PlacePage, placePageResponseSchema } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useApp } from '../../test/app.js';
import { createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { storePosts } from '../../test/stored-posts.js';
import { unpublish } from '../../test/unpublishing.js';

useDatabase();
const app = useApp();

const VARANASI = 'gn-1253405';
const JAIPUR = 'gn-1269515';
const NOT_FOUND = { message: 'Place not found', code: 'place_not_found' };

async function readPlace({ agent }: Pick<SignedIn, 'agent'>, slug: string): Promise<PlacePage> {
  const response = await agent.get(`/api/place/${slug}`);
  expect(response.status).toBe(200);
  return z.parse(placePageResponseSchema, response.body).place;
}

async function readPosts({ agent }: Pick<SignedIn, 'agent'>, slug: string, query: object = {}) {
  const response = await agent.get(`/api/place/${slug}/posts`).query(query);
  expect(response.status).toBe(200);
  return z.parse(cardPageSchema, response.body);
}

const idsOf = (posts: readonly Card[]) => posts.map(({ _id }) => _id);
const slugsOf = (places: readonly { slug: string }[]) => places.map(({ slug }) => slug);

/** Id of a place by its slug. */
async function findId(user: SignedIn, slug: string): Promise<string> {
  return (await readPlace(user, slug))._id;
}

describe('GET /api/place/:slug', () => {
  it('returns a place without stories, with its names and its parent', async () => {
    const place = await readPlace(await signIn(app), 'varanasi');

    expect(place).toMatchObject({
      _id: VARANASI,
      name: 'Varanasi',
      localName: 'वाराणसी',
      matched: 'Varanasi',
      storyCount: 0,
      parent: { kind: 'district', name: 'Varanasi', state: 'Uttar Pradesh', storyCount: 0 },
      nearby: [],
      within: [],
      authors: [],
    });
    expect(place.otherNames).toEqual(expect.arrayContaining(['Banaras', 'Kashi', 'काशी']));
  });

  it.each(['varanasii', 'Varanasi', '__proto__', 'gn-1253405', '%E0%A4%95'])(
    'of the unknown slug %j: responds 404',
    async (slug) => {
      const { agent } = await signIn(app);
      for (const path of [`/api/place/${slug}`, `/api/place/${slug}/posts`]) {
        const response = await agent.get(path);
        expect([path, response.status]).toEqual([path, 404]);
        expect(response.body).toMatchObject(NOT_FOUND);
      }
    },
  );

  it('has no parent for the country, and at most twelve other names', async () => {
    const { parent, otherNames } = await readPlace(await signIn(app), 'india');

    expect([parent, otherNames.length]).toEqual([null, 12]);
  });

  it('counts a new, a deleted, a restored, an unpublished and a moved story in the next response', async () => {
    const author = await signIn(app);
    const counts = async () => {
      const places = await Promise.all(
        ['varanasi', 'uttar-pradesh', 'jaipur'].map((slug) => readPlace(author, slug)),
      );
      return places.map(({ storyCount }) => storyCount);
    };
    const first = await createPost(author, { placeId: VARANASI });
    const second = await createPost(author, { placeId: VARANASI });
    expect(await counts()).toEqual([2, 2, 0]);

    await author.agent.delete(`/api/post/delete-post/${first._id}`);
    expect(await counts()).toEqual([1, 1, 0]);
    await author.agent.post(`/api/post/${first._id}/undelete`);
    expect(await counts()).toEqual([2, 2, 0]);
    await unpublish(author, second._id);
    expect(await counts()).toEqual([1, 1, 0]);
    await author.agent.put(`/api/post/update-post/${first._id}`).send({ ...first, placeId: JAIPUR });
    expect(await counts()).toEqual([0, 0, 1]);
  });

  it('lists places with stories around it, the nearest first, without those that contain it', async () => {
    const author = await signIn(app);
    const placeIds = ['sf-state-up', JAIPUR, VARANASI];
    for (const slug of ['lucknow', 'sarnath']) placeIds.push(await findId(author, slug));
    for (const placeId of placeIds) await createPost(author, { placeId });

    const { nearby, within } = await readPlace(author, 'varanasi');

    expect(slugsOf(nearby)).toEqual(['sarnath', 'lucknow', 'jaipur']);
    expect(nearby.map(({ storyCount }) => storyCount)).toEqual([1, 1, 1]);
    expect(within).toEqual([]);
  });

  it('of a state: lists the places within it, those with the most stories first, each once', async () => {
    const author = await signIn(app);
    const lucknow = await findId(author, 'lucknow');
    for (const placeId of [VARANASI, lucknow, lucknow, JAIPUR]) await createPost(author, { placeId });

    const { nearby, within, storyCount, parent } = await readPlace(author, 'uttar-pradesh');

    expect({ storyCount, parent: parent?.slug }).toEqual({ storyCount: 3, parent: 'india' });
    expect(slugsOf(nearby)).toEqual(['jaipur']);
    expect(within).toHaveLength(12);
    expect(slugsOf(within).slice(0, 2)).toEqual(['lucknow', 'varanasi']);
    expect(new Set(slugsOf(within)).size).toBe(12);
    expect(within.every(({ state }) => state === 'Uttar Pradesh')).toBe(true);
  });

  it('lists at most twelve authors of stories of it and of places within it, most recent story first', async () => {
    const users = await Promise.all(Array.from({ length: 14 }, () => signIn(app)));
    const posts = await storePosts(users.length + 1, (index) => ({
      // The first user wrote the oldest and the newest.
      authorId: users[index % users.length]?.user._id ?? '',
      createdAt: new Date(Date.now() - 100_000 + index * 1000),
      input: { placeId: VARANASI },
    }));
    const [reader] = users;
    if (!reader) throw new Error('The reader is missing');

    const { authors } = await readPlace(reader, 'uttar-pradesh');

    const newestFirst = posts.map(({ authorId }) => authorId.toHexString());
    expect(authors.map(({ _id }) => _id)).toEqual([...new Set(newestFirst)].slice(0, 12));
    expect(Object.keys(authors[0] ?? {}).sort()).toEqual(['_id', 'createdAt', 'fullName', 'profilePic']);
  });

  it('leaves out authors whom the viewer has blocked, and those who have blocked the viewer', async () => {
    const [viewer, blocked, blocking, other] = await Promise.all(
      Array.from({ length: 4 }, () => signIn(app)),
    );
    if (!viewer || !blocked || !blocking || !other) throw new Error('A user is missing');
    for (const author of [blocked, blocking, other]) await createPost(author, { placeId: VARANASI });
    await viewer.agent.put(`/api/message/${blocked.user._id}/block`);
    await blocking.agent.put(`/api/message/${viewer.user._id}/block`);

    const { authors, storyCount } = await readPlace(viewer, 'varanasi');

    expect(authors.map(({ _id }) => _id)).toEqual([other.user._id]);
    expect(storyCount).toBe(3);
    expect((await readPlace(other, 'varanasi')).authors).toHaveLength(3);
  });
});

describe('GET /api/place/:slug/posts', () => {
  it('returns the live stories of the place and of places within it, newest first', async () => {
    const author = await signIn(app);
    const town = await createPost(author, { placeId: VARANASI });
    const state = await createPost(author, { placeId: 'sf-state-up' });
    const deleted = await createPost(author, { placeId: VARANASI });
    const unpublished = await createPost(author, { placeId: VARANASI });
    await createPost(author, { placeId: JAIPUR });
    await author.agent.delete(`/api/post/delete-post/${deleted._id}`);
    await unpublish(author, unpublished._id);

    expect(idsOf((await readPosts(author, 'varanasi')).posts)).toEqual([town._id]);
    expect(idsOf((await readPosts(author, 'uttar-pradesh')).posts)).toEqual([state._id, town._id]);
    expect(await readPosts(author, 'ladakh')).toEqual({ posts: [], nextCursor: null });
  });

  it('lists all stories of the place page by page, by date and by likes', async () => {
    const author = await signIn(app);
    const fan = await signIn(app);
    const stories: { _id: string }[] = [];
    for (let index = 0; index < 5; index += 1)
      stories.push(await createPost(author, { placeId: index === 2 ? JAIPUR : VARANASI }));
    for (const index of [1, 2]) await fan.agent.put(`/api/post/${stories[index]?._id}/like`);
    const readAll = async (sort: string) => {
      const ids: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await readPosts(fan, 'varanasi', { sort, limit: 2, ...(cursor ? { cursor } : {}) });
        ids.push(...idsOf(page.posts));
        cursor = page.nextCursor;
      }
      return ids.map((id) => stories.findIndex(({ _id }) => _id === id));
    };

    expect(await readAll('newest')).toEqual([4, 3, 1, 0]);
    expect(await readAll('liked')).toEqual([1, 4, 3, 0]);
  });

  it('with a cursor of another list by likes: returns only stories of the place', async () => {
    const author = await signIn(app);
    const fan = await signIn(app);
    for (const placeId of [JAIPUR, JAIPUR, VARANASI, VARANASI]) {
      const { _id } = await createPost(author, { placeId });
      await fan.agent.put(`/api/post/${_id}/like`);
    }
    const all = await fan.agent.get('/api/post/getposts?view=card&sort=liked&limit=1');
    const { posts } = await readPosts(fan, 'jaipur', { sort: 'liked', cursor: all.body.nextCursor });
    expect(posts.map(({ place }) => place?._id)).toEqual([JAIPUR, JAIPUR]);
  });

  it.each([{ limit: 0 }, { limit: 101 }, { cursor: 'x' }, { sort: 'best' }, { sort: 'liked', cursor: 'x' }])(
    'with %j: responds 400, also for an unknown place',
    async (query) => {
      const { agent } = await signIn(app);
      for (const slug of ['varanasi', 'nowhere-at-all']) {
        const { status } = await agent.get(`/api/place/${slug}/posts`).query(query);
        expect([slug, status]).toEqual([slug, 400]);
      }
    },
  );
});
