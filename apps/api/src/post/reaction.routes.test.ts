import { LIKE_BASE } from '@safarnama/contracts';
import { describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { CommentModel } from './comment.model.js';
import { PostModel } from './post.model.js';
import { BookmarkModel, LikeModel } from './reaction.model.js';

useDatabase();
const app = useApp();

const UNKNOWN_ID = '0123456789abcdef01234567';

type Agent = Pick<SignedIn, 'agent'>;
const like = ({ agent }: Agent, id: string) => agent.put(`/api/post/${id}/like`);
const unlike = ({ agent }: Agent, id: string) => agent.delete(`/api/post/${id}/like`);
const bookmark = ({ agent }: Agent, id: string) => agent.put(`/api/post/${id}/bookmark`);
const unbookmark = ({ agent }: Agent, id: string) => agent.delete(`/api/post/${id}/bookmark`);

async function readLikes(id: string) {
  const post = await PostModel.findById(id).lean();
  return { counted: post?.likes, rows: await LikeModel.countDocuments({ postId: id }) };
}

describe('PUT and DELETE /api/post/:id/like', () => {
  it('each twice: count once and change nothing else of the story', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const post = await createPost(author);

    const responses = [
      await like(reader, post._id),
      await like(reader, post._id),
      await unlike(reader, post._id),
      await unlike(reader, post._id),
      await like(reader, post._id),
    ];

    expect(responses.map(({ status, body }) => [status, body.likeCount, body.likedByMe])).toEqual([
      [200, LIKE_BASE + 1, true],
      [200, LIKE_BASE + 1, true],
      [200, LIKE_BASE, false],
      [200, LIKE_BASE, false],
      [200, LIKE_BASE + 1, true],
    ]);
    expect(await readLikes(post._id)).toEqual({ counted: 1, rows: 1 });
    const { body } = await author.agent.get(`/api/post/getpost/${post.slug}`);
    expect(body.post.updatedAt).toBe(post.updatedAt);
  });

  it('repeated: do not write the story again', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const post = await createPost(author);
    const countWrites = async () => (await PostModel.findById(post._id).lean())?.countsVersion;
    await like(reader, post._id);
    const afterLike = await countWrites();

    const repeatedLike = await like(reader, post._id);
    const afterRepeatedLike = await countWrites();
    await unlike(reader, post._id);
    const afterUnlike = await countWrites();
    const repeatedUnlike = await unlike(reader, post._id);

    expect([repeatedLike.body.likeCount, repeatedUnlike.body.likeCount]).toEqual([LIKE_BASE + 1, LIKE_BASE]);
    expect(afterRepeatedLike).toBe(afterLike);
    expect(afterUnlike).not.toBe(afterLike);
    expect(await countWrites()).toBe(afterUnlike);
  });

  it('20 times concurrently by one user: counts once', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const post = await createPost(author);

    const responses = await Promise.all(Array.from({ length: 20 }, () => like(reader, post._id)));

    expect(responses.every(({ status, body }) => status === 200 && body.likedByMe)).toBe(true);
    expect(await readLikes(post._id)).toEqual({ counted: 1, rows: 1 });
  });

  it('by 20 users concurrently: counts 20, and none after all have removed their like', async () => {
    const post = await createPost(await signIn(app));
    const readers = await Promise.all(Array.from({ length: 20 }, () => signIn(app)));

    await Promise.all(readers.map((reader) => like(reader, post._id)));
    const liked = await readLikes(post._id);
    await Promise.all(readers.flatMap((reader) => [unlike(reader, post._id), unlike(reader, post._id)]));

    expect(liked).toEqual({ counted: 20, rows: 20 });
    expect(await readLikes(post._id)).toEqual({ counted: 0, rows: 0 });
  });

  it('toggled 100 times concurrently by 50 users: counts those who like it at the end', async () => {
    const author = await signIn(app);
    const post = await createPost(author);
    const readers = await Promise.all(Array.from({ length: 50 }, () => signIn(app)));

    const responses = await Promise.all(
      readers.flatMap((reader) => [like(reader, post._id), unlike(reader, post._id)]),
    );
    const toggled = await readLikes(post._id);
    await Promise.all(
      readers.map((reader, index) => (index % 2 ? like(reader, post._id) : unlike(reader, post._id))),
    );

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(toggled.counted).toBe(toggled.rows);
    expect(await readLikes(post._id)).toEqual({ counted: 25, rows: 25 });
    const { body } = await author.agent.get(`/api/post/getpost/${post.slug}`);
    expect(body.post.likeCount).toBe(LIKE_BASE + 25);
  });

  it("for the user's own story: PUT responds 403 and counts nothing, DELETE responds without a like", async () => {
    const author = await signIn(app);
    const post = await createPost(author);

    const [put, remove] = [await like(author, post._id), await unlike(author, post._id)];

    expect(put.status).toBe(403);
    expect([remove.status, remove.body]).toEqual([200, { likeCount: LIKE_BASE, likedByMe: false }]);
    expect(await readLikes(post._id)).toEqual({ counted: 0, rows: 0 });
  });
});

describe('PUT and DELETE /api/post/:id/bookmark', () => {
  it("each twice, also for the user's own story: return the state and store one bookmark", async () => {
    const author = await signIn(app);
    const post = await createPost(author);

    const put = [await bookmark(author, post._id), await bookmark(author, post._id)];
    const bookmarkCount = await BookmarkModel.countDocuments();
    const removed = [await unbookmark(author, post._id), await unbookmark(author, post._id)];

    expect([...put, ...removed].map(({ status, body }) => [status, body])).toEqual([
      [200, { bookmarkedByMe: true }],
      [200, { bookmarkedByMe: true }],
      [200, { bookmarkedByMe: false }],
      [200, { bookmarkedByMe: false }],
    ]);
    expect([bookmarkCount, await BookmarkModel.countDocuments()]).toEqual([1, 0]);
  });

  it('20 times concurrently: stores one bookmark', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const post = await createPost(author);

    const responses = await Promise.all(Array.from({ length: 20 }, () => bookmark(reader, post._id)));

    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(await BookmarkModel.countDocuments()).toBe(1);
  });

  it('removed by one user: stays with the other', async () => {
    const [author, first, second] = [await signIn(app), await signIn(app), await signIn(app)];
    const post = await createPost(author);
    await Promise.all([bookmark(first, post._id), bookmark(second, post._id)]);

    await unbookmark(first, post._id);

    expect((await second.agent.get('/api/post/bookmarks')).body.posts).toHaveLength(1);
    expect((await first.agent.get('/api/post/bookmarks')).body.posts).toHaveLength(0);
  });
});

describe.each([
  ['PUT like', like],
  ['DELETE like', unlike],
  ['PUT bookmark', bookmark],
  ['DELETE bookmark', unbookmark],
])('%s', (_name, call) => {
  it('for an unknown story: responds 404 and stores nothing', async () => {
    const response = await call(await signIn(app), UNKNOWN_ID);

    expect([response.status, response.body.message]).toEqual([404, 'Post not found']);
    expect((await LikeModel.countDocuments()) + (await BookmarkModel.countDocuments())).toBe(0);
  });

  it('with a malformed id: responds 400', async () => {
    expect((await call(await signIn(app), 'x')).status).toBe(400);
  });

  it('without a session: responds 401 and changes nothing', async () => {
    const reader = await signIn(app);
    const post = await createPost(await signIn(app));
    await Promise.all([like(reader, post._id), bookmark(reader, post._id)]);

    const response = await call({ agent: app.agent() }, post._id);

    expect(response.status).toBe(401);
    expect(await readLikes(post._id)).toEqual({ counted: 1, rows: 1 });
    expect(await BookmarkModel.countDocuments()).toBe(1);
  });
});

describe('likes, bookmarks and comments while their story is deleted', () => {
  it('respond 200, 201 or 404 and leave nothing behind', async () => {
    const author = await signIn(app);
    const readers = [await signIn(app), await signIn(app), await signIn(app)];

    for (let round = 0; round < 8; round += 1) {
      const post = await createPost(author);
      const responses = await Promise.all([
        ...readers.map((reader) => like(reader, post._id)),
        ...readers.map((reader) => bookmark(reader, post._id)),
        author.agent.delete(`/api/post/delete-post/${post._id}`),
        ...readers.map(({ agent }) => agent.post(`/api/post/${post._id}/comments`).send({ text: 'सुंदर!' })),
        ...readers.map((reader) => like(reader, post._id)),
      ]);
      expect(responses.filter(({ status }) => ![200, 201, 404].includes(status))).toEqual([]);
    }

    await app.server.services.deletions.removeExpired(new Date(Date.now() + 60 * 60 * 1000));
    const left = [LikeModel, BookmarkModel, CommentModel].map((model) => model.countDocuments());
    expect(await Promise.all(left)).toEqual([0, 0, 0]);
  });

  it.each([
    ['a like', LikeModel, (reader: Agent, id: string) => like(reader, id)],
    ['a bookmark', BookmarkModel, (reader: Agent, id: string) => bookmark(reader, id)],
    [
      'a comment',
      CommentModel,
      ({ agent }: Agent, id: string) => agent.post(`/api/post/${id}/comments`).send({ text: 'सुंदर!' }),
    ],
  ])(
    '%s for a story that is deleted before the row is written: responds 404 and stores nothing',
    async (_case, model, send) => {
      const [author, reader] = [await signIn(app), await signIn(app)];
      const post = await createPost(author);
      const create = model.create.bind(model) as (fields: object) => Promise<unknown>;
      // The story exists when it is looked up and is deleted before the row is written.
      const spy = vi.spyOn(model as typeof LikeModel, 'create').mockImplementationOnce((async (
        fields: object,
      ) => {
        await PostModel.deleteOne({ _id: post._id });
        return create(fields);
      }) as never);

      const response = await send(reader, post._id);
      spy.mockRestore();

      expect([response.status, response.body.message]).toEqual([404, 'Post not found']);
      expect(await (model as typeof LikeModel).countDocuments()).toBe(0);
    },
  );
});
