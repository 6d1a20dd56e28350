import type { Card, Post } from '@safarnama/contracts';
import { Types } from 'mongoose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readAllPages } from '../../test/all-pages.js';
import { useApp } from '../../test/app.js';
import { createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { storePosts } from '../../test/stored-posts.js';
import { encodeCursor } from '../http/cursor.js';
import { LikedOrderModel } from './liked-order.model.js';
import { PostModel } from './post.model.js';
import { repairCounts } from './post-counts.js';
import { LikeModel } from './reaction.model.js';

useDatabase();
const app = useApp();

const DAY_MS = 86_400_000;
const like = ({ agent }: SignedIn, { _id }: Post) => agent.put(`/api/post/${_id}/like`);
const readIds = async (reader: SignedIn, limit = 100, betweenPages = async () => {}) => {
  const query = { view: 'card', sort: 'liked', limit };
  const { rows } = await readAllPages<Card>(reader, '/api/post/getposts', 'posts', query, betweenPages);
  return rows.map(({ _id }) => _id);
};
const idsOf = (...posts: (Post | undefined)[]) => posts.map((post) => post?._id);

async function createPosts(author: SignedIn, count: number): Promise<Post[]> {
  const posts: Post[] = [];
  for (let index = 0; index < count; index += 1) posts.push(await createPost(author));
  return posts;
}

describe('GET /api/post/getposts?sort=liked', () => {
  it('lists the stories by likes of the last 30 days, then newest first', async () => {
    const [author, asha, ravi] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
    const [oldest, second, third, newest] = await createPosts(author, 4);
    await like(asha, second as Post);
    await like(asha, oldest as Post);
    await like(ravi, oldest as Post);

    expect(await readIds(asha)).toEqual(idsOf(oldest, second, newest, third));
    expect(await readIds(asha, 1)).toEqual(idsOf(oldest, second, newest, third));

    await ravi.agent.delete(`/api/post/${oldest?._id}/like`);
    expect(await readIds(asha)).toEqual(idsOf(second, oldest, newest, third));
    const full = await asha.agent.get('/api/post/getposts').query({ sort: 'liked' });
    expect(full.body.posts.map(({ _id }: Post) => _id)).toEqual(idsOf(second, oldest, newest, third));
    expect(full.body.posts[0]).toHaveProperty('blogContent');
    expect(full.body.posts[0]).not.toHaveProperty('monthLikes');
  });

  it('without a limit: lists up to 200 whole stories, as the list of the newest does', async () => {
    const author = await signIn(app);
    await storePosts(201, () => ({ authorId: author.user._id }));

    const { body } = await author.agent.get('/api/post/getposts').query({ sort: 'liked' });

    expect(body.posts).toHaveLength(200);
    expect(body.nextCursor).toEqual(expect.any(String));
  });

  it('while the database rejects writes: lists all pages', async () => {
    const [author, asha] = await Promise.all([signIn(app), signIn(app)]);
    const [oldest, second, newest] = await createPosts(author, 3);
    await like(asha, oldest as Post);
    const write = vi.spyOn(LikedOrderModel, 'updateOne').mockRejectedValue(new Error('The disk is full'));
    onTestFinished(() => write.mockRestore());

    expect(await readIds(asha, 1)).toEqual(idsOf(oldest, newest, second));
    expect(write).toHaveBeenCalled();
  });

  it('after 30 days: a like no longer counts', async () => {
    const [author, asha] = await Promise.all([signIn(app), signIn(app)]);
    const [older, newer] = await createPosts(author, 2);
    await like(asha, older as Post);
    await LikeModel.collection.updateMany({}, { $set: { createdAt: new Date(Date.now() - 31 * DAY_MS) } });

    const { recountMonthLikes } = app.server.services;
    expect(await recountMonthLikes(new Date())).toBe(0);
    expect(await recountMonthLikes(new Date(Date.now() + 31 * DAY_MS))).toBe(1);

    expect(await readIds(asha)).toEqual(idsOf(newer, older));
    expect(await PostModel.countDocuments({ monthLikesUntil: null })).toBe(2);
  });

  it('with liked stories of an older version: orders them by likes after the daily check', async () => {
    const [author, asha] = await Promise.all([signIn(app), signIn(app)]);
    const [older, newer] = await createPosts(author, 2);
    await like(asha, older as Post);
    await PostModel.collection.updateMany({}, { $unset: { monthLikes: 1, monthLikesUntil: 1 } });

    expect(await repairCounts()).toBe(1);

    expect(await readIds(asha)).toEqual(idsOf(older, newer));
  });

  it('in pages, while stories are liked, added and deleted: neither skips nor repeats one', async () => {
    const [author, asha, ravi] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
    const posts = await createPosts(author, 12);
    for (const post of posts.slice(2, 8)) await like(asha, post);
    const expected = await readIds(asha);
    const deleted = [posts[0], posts[3]];
    let page = 0;

    const ids = await readIds(asha, 2, async () => {
      page += 1;
      await like(ravi, posts[page] as Post);
      await createPost(author);
      const post = deleted[page - 1];
      if (post) await author.agent.delete(`/api/post/delete-post/${post._id}`);
    });

    expect(new Set(ids).size).toBe(ids.length);
    const isStable = (id: string) => !deleted.some((post) => post?._id === id);
    const expectedIds = new Set(expected);
    expect(ids.filter((id) => expectedIds.has(id) && isStable(id))).toEqual(expected.filter(isStable));
    expect(await LikedOrderModel.countDocuments()).toBe(1);
  });

  it('with more than ten orders within a minute: follows the latest one until the minute is over', async () => {
    const [author, asha, ravi] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
    const [oldest, second, third, newest] = await createPosts(author, 4);
    await like(asha, oldest as Post);
    const before = await readIds(asha, 2);
    const [order] = await LikedOrderModel.find().lean();
    const others = Array.from({ length: 9 }, (_, number) => ({
      ...order,
      _id: new Types.ObjectId(),
      hash: `${number}`.repeat(22),
      rankedAt: new Date(Date.now() - 30_000),
    }));
    await LikedOrderModel.create(others);
    for (const fan of [asha, ravi]) await like(fan, second as Post);

    const reused = await readIds(ravi, 2);
    const stored = await LikedOrderModel.countDocuments();
    await LikedOrderModel.updateOne(
      { _id: order?._id },
      { $set: { rankedAt: new Date(Date.now() - 60_001) } },
    );
    const later = await readIds(ravi, 2);

    expect(before).toEqual(idsOf(oldest, newest, third, second));
    expect([reused, stored]).toEqual([before, 10]);
    expect(later).toEqual(idsOf(second, oldest, newest, third));
  });

  it('with an unknown order or cursor: continues in the current order, or responds 400', async () => {
    const [author, asha] = await Promise.all([signIn(app), signIn(app)]);
    const posts = await createPosts(author, 3);
    for (const post of posts) await like(asha, post);
    const first = await asha.agent.get('/api/post/getposts').query({ sort: 'liked', limit: 1, view: 'card' });
    await LikedOrderModel.deleteMany({});
    const get = (query: object) => asha.agent.get('/api/post/getposts').query(query);

    const second = await get({ sort: 'liked', limit: 1, view: 'card', cursor: first.body.nextCursor });

    expect(second.body.posts.map(({ _id }: Card) => _id)).toEqual(idsOf(posts[1]));
    expect((await get({ sort: 'liked', cursor: 'WzFd' })).status).toBe(400);
    expect((await get({ sort: 'best' })).status).toBe(400);
  });

  it('with very many stories to skip, deleted or ranked ones: reads them in few queries', async () => {
    const asha = await signIn(app);
    const posts = await storePosts(300, () => ({ authorId: asha.user._id }));
    const [oldest] = await storePosts(1, () => ({ authorId: asha.user._id, createdAt: new Date(0) }));
    const deleted = Array.from({ length: 700 }, () => new Types.ObjectId());
    const hash = 'a'.repeat(22);
    const postIds = [...deleted, ...posts.map(({ _id }) => _id)];
    const [rankedAt, expiresAt] = [new Date(), new Date(Date.now() + DAY_MS)];
    await LikedOrderModel.create({ list: '{}', hash, postIds, rankedAt, expiresAt });
    const readOne = async (offset: number) => {
      const find = vi.spyOn(PostModel, 'find');
      const cursor = encodeCursor([hash, offset]);
      const { body } = await asha.agent.get('/api/post/getposts').query({ sort: 'liked', limit: 1, cursor });
      const queries = find.mock.calls.length;
      find.mockRestore();
      return { ids: body.posts.map(({ _id }: Post) => _id), queries };
    };

    const [afterDeleted, afterRanked] = [await readOne(0), await readOne(postIds.length)];

    expect(afterDeleted.ids).toEqual([posts[0]?._id.toHexString()]);
    expect(afterRanked.ids).toEqual([oldest?._id.toHexString()]);
    expect(Math.max(afterDeleted.queries, afterRanked.queries)).toBeLessThan(10);
  });
});
