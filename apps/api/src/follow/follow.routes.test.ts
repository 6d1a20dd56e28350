import type { Card } from '@safarnama/contracts';
import { Types } from 'mongoose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readAllPages } from '../../test/all-pages.js';
import { useApp } from '../../test/app.js';
import { createPost } from '../../test/factories.js';
import { insertInBatches } from '../../test/insert-in-batches.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { storePosts } from '../../test/stored-posts.js';
import { type BlockDoc, BlockModel } from '../message/block.model.js';
import { FollowModel } from './follow.model.js';

useDatabase();
const app = useApp();
afterEach(() => vi.restoreAllMocks());

const UNKNOWN_ID = 'f'.repeat(24);
const follow = ({ agent }: SignedIn, { user }: SignedIn) => agent.put(`/api/user/${user._id}/follow`);
const unfollow = ({ agent }: SignedIn, { user }: SignedIn) => agent.delete(`/api/user/${user._id}/follow`);
const block = ({ agent }: SignedIn, { user }: SignedIn) => agent.put(`/api/message/${user._id}/block`);
const signInThree = () => Promise.all([signIn(app), signIn(app), signIn(app)]);

describe('PUT /api/user/:id/follow', () => {
  it('by several users, repeated and concurrently: stores one follow for each of them', async () => {
    const [author, asha, ravi] = await signInThree();
    await follow(ravi, author);

    const responses = await Promise.all([follow(asha, author), follow(asha, author), follow(asha, author)]);

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await follow(asha, author)).body).toEqual({ followedByMe: true, followerCount: 2 });
    expect(await FollowModel.countDocuments()).toBe(2);
  });

  it('of oneself responds 400, of an unknown user 404, with an invalid id 400', async () => {
    const asha = await signIn(app);

    const own = await asha.agent.put(`/api/user/${asha.user._id.toUpperCase()}/follow`);

    expect(own).toMatchObject({ status: 400, body: { code: 'follow_oneself' } });
    expect((await asha.agent.put(`/api/user/${UNKNOWN_ID}/follow`)).status).toBe(404);
    expect((await asha.agent.put('/api/user/nobody/follow')).status).toBe(400);
    expect(await FollowModel.countDocuments()).toBe(0);
  });

  it('between users of whom one has blocked the other: responds 403 to both', async () => {
    const [asha, ravi] = await signInThree();
    await block(asha, ravi);

    for (const response of [await follow(asha, ravi), await follow(ravi, asha)]) {
      expect(response).toMatchObject({
        status: 403,
        body: { code: 'blocked', message: "You can't follow this person." },
      });
    }
    expect(await FollowModel.countDocuments()).toBe(0);
  });

  it('before a block: the block ends the follows in both directions, and unblocking does not restore them', async () => {
    const [asha, ravi, other] = await signInThree();
    await Promise.all([follow(asha, ravi), follow(ravi, asha), follow(other, asha)]);

    await block(ravi, asha);
    await ravi.agent.delete(`/api/message/${asha.user._id}/block`);

    const follows = await FollowModel.find().lean();
    expect(follows.map(({ followerId }) => String(followerId))).toEqual([other.user._id]);
  });

  it('before a block that is interrupted as soon as it is stored: is ended', async () => {
    const [asha, ravi] = await signInThree();
    await Promise.all([follow(asha, ravi), follow(ravi, asha)]);
    const create = BlockModel.create.bind(BlockModel);
    vi.spyOn(BlockModel, 'create').mockImplementationOnce((async (block: BlockDoc) => {
      await create(block);
      throw new Error('The process is killed');
    }) as never);

    expect((await block(asha, ravi)).status).toBe(500);

    expect(await BlockModel.countDocuments()).toBe(1);
    expect(await FollowModel.countDocuments()).toBe(0);
  });
});

describe('DELETE /api/user/:id/follow', () => {
  it('ends the follow, also when repeated', async () => {
    const [author, asha, ravi] = await signInThree();
    await Promise.all([follow(asha, author), follow(ravi, author)]);

    expect((await unfollow(asha, author)).body).toEqual({ followedByMe: false, followerCount: 1 });
    expect((await unfollow(asha, author)).body).toEqual({ followedByMe: false, followerCount: 1 });
    expect((await asha.agent.delete(`/api/user/${asha.user._id}/follow`)).status).toBe(400);
    expect((await asha.agent.delete(`/api/user/${UNKNOWN_ID}/follow`)).status).toBe(404);
  });
});

describe('GET /api/post/following', () => {
  it('lists the stories of followed authors only, newest first, in pages', async () => {
    const [asha, ravi, other] = await signInThree();
    const reader = await signIn(app);
    await Promise.all([follow(reader, asha), follow(reader, ravi)]);
    const expected: string[] = [];
    for (const author of [asha, ravi, other, asha, ravi]) {
      const { _id } = await createPost(author);
      if (author !== other) expected.unshift(_id);
    }

    const { rows, pageLengths } = await readAllPages<Card>(reader, '/api/post/following', 'posts', {
      limit: 3,
    });

    expect(rows.map(({ _id }) => _id)).toEqual(expected);
    expect(pageLengths).toEqual([3, 1]);
  });

  it('for a user who follows 450 authors: lists all their stories in one order, in pages', async () => {
    const reader = await signIn(app);
    const authorIds = Array.from({ length: 450 }, () => new Types.ObjectId());
    await insertInBatches(
      (part) => FollowModel.insertMany(part),
      authorIds.map((followedId) => ({
        followerId: reader.user._id,
        followedId,
        notificationPendingSince: null,
      })),
    );
    // Of every fifth author, with equal times in all parts.
    const stories = await storePosts(90, (index) => ({
      authorId: String(authorIds[index * 5]),
      createdAt: new Date(Date.UTC(2025, 1, 1 + (index % 4))),
    }));
    await storePosts(3, () => ({ authorId: UNKNOWN_ID }));

    const { rows } = await readAllPages<Card>(reader, '/api/post/following', 'posts', { limit: 7 });

    const expected = stories.toSorted(
      (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (String(a._id) < String(b._id) ? 1 : -1),
    );
    expect(rows.map(({ _id }) => _id)).toEqual(expected.map(({ _id }) => String(_id)));
  });

  it('for a user who follows nobody: is empty, and an invalid cursor is still rejected', async () => {
    const [asha, reader] = await signInThree();
    await createPost(asha);

    expect((await reader.agent.get('/api/post/following')).body).toEqual({ posts: [], nextCursor: null });
    expect((await reader.agent.get('/api/post/following?cursor=x')).status).toBe(400);
  });
});

describe('GET /api/post/by-author/:userId', () => {
  it('shows what the author writes about themselves, and whether the viewer follows them', async () => {
    const [author, asha, ravi] = await signInThree();
    await author.agent.put('/api/auth/update-profile').send({ fullName: 'मीरा', bio: ' धीमी रेलगाड़ियाँ 🚂 ' });
    await follow(asha, author);

    const byAuthor = async ({ agent }: SignedIn) =>
      (await agent.get(`/api/post/by-author/${author.user._id}`)).body.author;

    expect(await byAuthor(asha)).toMatchObject({
      fullName: 'मीरा',
      bio: 'धीमी रेलगाड़ियाँ 🚂',
      followerCount: 1,
      followedByMe: true,
    });
    expect(await byAuthor(ravi)).toMatchObject({ followerCount: 1, followedByMe: false });
    expect(await byAuthor(ravi)).not.toHaveProperty('email');
  });
});

describe('the places of GET /api/post/by-author/:userId', () => {
  it('are those of the stories of the author, each once, those with the most stories first', async () => {
    const [author, other, reader] = await signInThree();
    for (const blogLocation of ['Varanasi', 'Jaipur', 'Varanasi', 'a tea stall']) {
      await createPost(author, { blogLocation });
    }
    await createPost(other, { blogLocation: 'Kolkata' });

    const { body } = await reader.agent.get(`/api/post/by-author/${author.user._id}?view=card`);

    expect(body.places).toMatchObject([
      { name: 'Varanasi', storyCount: 2 },
      { name: 'Jaipur', storyCount: 1 },
    ]);
  });
});

describe('PUT /api/auth/update-profile', () => {
  it('with a bio: stores up to 160 characters, leaves it without the field, removes it when empty', async () => {
    const { agent } = await signIn(app);
    const update = (bio?: string) => agent.put('/api/auth/update-profile').send({ fullName: 'Meera', bio });
    const longest = 'क'.repeat(160);

    expect((await agent.get('/api/auth/check-auth')).body.bio).toBe('');
    expect((await update(longest)).body.bio).toBe(longest);
    const tooLong = await update(`${longest}क`);
    expect(tooLong.status).toBe(400);
    expect(tooLong.body.fields).toMatchObject([{ field: 'bio', code: 'bio_too_long' }]);
    expect((await update()).body.bio).toBe(longest);
    expect((await update('')).body.bio).toBe('');
  });
});
