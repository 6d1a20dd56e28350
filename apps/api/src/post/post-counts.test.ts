import { LIKE_BASE } from '@safarnama/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { createComment, createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { storePosts } from '../../test/stored-posts.js';
import { PostModel } from './post.model.js';
import { recount, recountMonthLikes, repairCounts } from './post-counts.js';
import { LikeModel } from './reaction.model.js';

useDatabase();
const app = useApp();
afterEach(() => {
  vi.restoreAllMocks();
});

/** Creates a story with wrong counters, as when the process is killed between storing a like and updating its count. */
async function createStaleStory() {
  const [author, reader] = [await signIn(app), await signIn(app)];
  const post = await createPost(author);
  await reader.agent.put(`/api/post/${post._id}/like`);
  const comment = await createComment(reader, post._id, 'सुंदर!');
  await PostModel.updateOne(
    { _id: post._id },
    { $set: { likes: 0, comments: 5 }, $unset: { countsVersion: 1 } },
    { timestamps: false },
  );
  const readCounts = async () => {
    const stored = await PostModel.findById(post._id).lean();
    return { likes: stored?.likes, comments: stored?.comments };
  };
  return { author, reader, post, comment, readCounts };
}

describe('Reliability 1: stale counters after a kill', () => {
  it('after a repeat of the interrupted request: its counter is correct', async () => {
    const { reader, post, comment, readCounts } = await createStaleStory();

    const response = await reader.agent.put(`/api/post/${post._id}/like`);
    const afterLike = await readCounts();
    await PostModel.updateOne({ _id: post._id }, { $set: { comments: 7 } });
    await reader.agent.delete(`/api/post/${post._id}/comments/${comment._id}`);
    await PostModel.updateOne({ _id: post._id }, { $set: { comments: 7 } });
    const repeated = await reader.agent.delete(`/api/post/${post._id}/comments/${comment._id}`);

    expect(response.body.likeCount).toBe(LIKE_BASE + 1);
    expect(afterLike).toEqual({ likes: 1, comments: 5 });
    expect(repeated.status).toBe(404);
    expect(await readCounts()).toEqual({ likes: 1, comments: 0 });
  });

  it('without a repeat: are corrected by the daily check, which changes nothing else', async () => {
    const { author, post, readCounts } = await createStaleStory();
    await storePosts(501, () => ({ authorId: author.user._id }));

    const first = await app.server.services.repairCounts();
    const second = await repairCounts();

    expect(first).toBe(1);
    expect(second).toBe(0);
    expect(await readCounts()).toEqual({ likes: 1, comments: 1 });
    const { body } = await author.agent.get(`/api/post/getpost/${post.slug}`);
    expect(body.post.updatedAt).toBe(post.updatedAt);
    expect(body.post).not.toHaveProperty('countsVersion');
  });

  it('with 50 concurrent recounts: counts once for all of them', async () => {
    const { post, readCounts } = await createStaleStory();
    const before = (await PostModel.findById(post._id).lean())?.countsVersion ?? 0;

    const counts = await Promise.all(
      Array.from({ length: 50 }, () => recount(post._id, 'likes', 'comments')),
    );

    expect(counts).toMatchObject(Array(50).fill({ likes: 1, comments: 1 }));
    expect(await readCounts()).toEqual({ likes: 1, comments: 1 });
    expect((await PostModel.findById(post._id).lean())?.countsVersion).toBe(before + 1);
  });

  it('while 20 users like, comment and unlike: end at the number of stored likes and comments', async () => {
    const { post, readCounts } = await createStaleStory();
    const readers = await Promise.all(Array.from({ length: 20 }, () => signIn(app)));

    await Promise.all([
      ...readers.map(async ({ agent }, index) => {
        await agent.put(`/api/post/${post._id}/like`);
        await agent.post(`/api/post/${post._id}/comments`).send({ text: 'বাহ' });
        if (index % 2 === 0) await agent.delete(`/api/post/${post._id}/like`);
      }),
      repairCounts(),
      repairCounts(),
    ]);

    expect(await readCounts()).toEqual({ likes: 11, comments: 21 });
    expect(await LikeModel.countDocuments({ postId: post._id })).toBe(11);
  });
});

describe('recountMonthLikes', () => {
  it('with more stories than a batch, of which the first fails: recounts all others, and throws afterwards', async () => {
    const author = await signIn(app);
    await storePosts(4, () => ({ authorId: author.user._id }));
    const due = new Date(Date.now() - 60_000);
    await PostModel.updateMany({}, { $set: { monthLikes: 1, monthLikesUntil: due } }, { timestamps: false });
    const oldest = await PostModel.findOneAndUpdate(
      {},
      { $set: { monthLikesUntil: new Date(due.getTime() - 1) } },
      { timestamps: false },
    ).lean();
    vi.spyOn(LikeModel, 'countDocuments').mockImplementationOnce(() => {
      throw new Error('broken');
    });

    await expect(recountMonthLikes(new Date(), 2)).rejects.toMatchObject({
      message: 'Likes of the last month could not be recounted: 1',
      errors: [expect.objectContaining({ message: 'broken' })],
    });

    const left = await PostModel.find({ monthLikes: 1 }).select('_id').lean();
    expect(left.map(({ _id }) => String(_id))).toEqual([String(oldest?._id)]);
    expect(await recountMonthLikes(new Date())).toBe(1);
  });
});
