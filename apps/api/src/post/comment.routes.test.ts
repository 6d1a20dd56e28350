import { randomUUID } from 'node:crypto';
import { type Comment, commentSchema } from '@safarnama/contracts';
import { Types } from 'mongoose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { readAllPages, readPage } from '../../test/all-pages.js';
import { useApp } from '../../test/app.js';
import { buildCommentsPath, readCommentCounts, removeComment, sendComment } from '../../test/comments.js';
import { createComment, createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { prepareDatabase } from '../config/mongo.js';
import { encodeCursor } from '../http/cursor.js';
import { CommentModel } from './comment.model.js';

useDatabase();
const app = useApp();
afterEach(() => vi.restoreAllMocks());

const UNKNOWN_ID = '0123456789abcdef01234567';

/** Stores comments directly, in groups of four with the same date. */
async function storeComments(postId: string, authorId: string, count: number): Promise<string[]> {
  const start = Date.now() - 1_000_000;
  const rows = await CommentModel.insertMany(
    Array.from({ length: count }, (_, index) => ({
      _id: new Types.ObjectId(),
      postId: new Types.ObjectId(postId),
      authorId: new Types.ObjectId(authorId),
      text: `बहुत सुंदर ${index}`,
      createdAt: new Date(start + Math.floor(index / 4) * 1000),
    })),
  );
  return rows.map(({ _id }) => _id.toHexString());
}

describe('POST /api/post/:id/comments', () => {
  it('with a text: responds 201 and the comment, counts it, and leaves the story unchanged', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const post = await createPost(author);

    const response = await sendComment(reader, post._id, { text: '  कब जाना चाहिए? <b>5 < 6</b> 👨‍👩‍👧 ' });

    expect(response.status).toBe(201);
    expect(z.parse(commentSchema, response.body.comment)).toMatchObject({
      text: 'कब जाना चाहिए? <b>5 < 6</b> 👨‍👩‍👧',
      authorId: { _id: reader.user._id, fullName: reader.user.fullName, profilePic: '' },
    });
    expect(Object.keys(response.body.comment.authorId)).toEqual(['_id', 'fullName', 'profilePic']);
    expect(await readCommentCounts(post._id)).toEqual({ counted: 1, rows: 1 });
    const { body } = await author.agent.get(`/api/post/getpost/${post.slug}`);
    expect(body.post).toEqual({ ...post, commentCount: 1 });
  });

  it('sent 10 times concurrently: counts all of them', async () => {
    const author = await signIn(app);
    const post = await createPost(author);

    await Promise.all(Array.from({ length: 10 }, (_, n) => createComment(author, post._id, `${n}`)));

    expect(await readCommentCounts(post._id)).toEqual({ counted: 10, rows: 10 });
  });

  it('with 2,000 characters: responds 201', async () => {
    const author = await signIn(app);
    const post = await createPost(author);

    expect((await sendComment(author, post._id, { text: '🎊'.repeat(2000) })).status).toBe(201);
  });

  it('with a missing, blank, too long or non-text value: responds 400 and stores nothing', async () => {
    const author = await signIn(app);
    const post = await createPost(author);

    for (const body of [
      {},
      { text: '' },
      { text: ' \u200b\n' },
      { text: 'क'.repeat(2001) },
      { text: 7 },
      { text: {} },
    ]) {
      const response = await sendComment(author, post._id, body);

      expect(response.status).toBe(400);
      expect(response.body.fields).toEqual([expect.objectContaining({ field: 'text' })]);
    }
    expect(await readCommentCounts(post._id)).toEqual({ counted: 0, rows: 0 });
  });

  it('for an unknown story: responds 404, with a malformed id 400, without a session 401', async () => {
    const reader = await signIn(app);
    const post = await createPost(reader);

    const responses = [
      await sendComment(reader, UNKNOWN_ID, { text: 'x' }),
      await sendComment(reader, 'x', { text: 'x' }),
      await sendComment({ agent: app.agent() }, post._id, { text: 'x' }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 400, 401]);
    expect(responses[0]?.body.message).toBe('Post not found');
    expect(await CommentModel.countDocuments()).toBe(0);
  });
});

describe('POST /api/post/:id/comments with a clientCommentId', () => {
  it('sent again with another text: responds 200 with the stored comment and counts it once', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const post = await createPost(author);
    const clientCommentId = randomUUID();

    const first = await sendComment(reader, post._id, { text: 'কোন ঘাট থেকে? 🛶', clientCommentId });
    const again = await sendComment(reader, post._id, { text: 'কোন ঘাট থেকে? 🛶', clientCommentId });
    const changed = await sendComment(reader, post._id, { text: 'কোন ঘাট?', clientCommentId });

    expect([first.status, again.status, changed.status]).toEqual([201, 200, 200]);
    expect(z.parse(commentSchema, first.body.comment).text).toBe('কোন ঘাট থেকে? 🛶');
    expect([again.body, changed.body]).toEqual([first.body, first.body]);
    expect(await readCommentCounts(post._id)).toEqual({ counted: 1, rows: 1 });
  });

  it('sent 50 times concurrently: stores and counts one comment', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const post = await createPost(author);
    await createComment(author, post._id, 'first');
    const body = { text: 'एक ही बार', clientCommentId: randomUUID() };

    const responses = await Promise.all(
      Array.from({ length: 50 }, () => sendComment(reader, post._id, body)),
    );

    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(49).fill(200), 201]);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await readCommentCounts(post._id)).toEqual({ counted: 2, rows: 2 });
  });

  it('sent while a concurrent request stores the same comment, which is then deleted: stores the comment', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const post = await createPost(author);
    const { collection } = CommentModel;
    const insert = collection.insertOne.bind(collection);
    vi.spyOn(collection, 'insertOne').mockImplementationOnce(async (comment, options) => {
      const _id = new Types.ObjectId();
      await insert({ ...comment, _id });
      // Fails, because the key is taken.
      return insert(comment, options ?? {}).finally(() => collection.deleteOne({ _id }));
    });

    const response = await sendComment(reader, post._id, { text: 'घाट', clientCommentId: randomUUID() });

    expect(response.status).toBe(201);
    expect(await readCommentCounts(post._id)).toEqual({ counted: 1, rows: 1 });
  });

  it('repeated for another or an unknown story: returns the stored comment, counted for the first story only', async () => {
    const reader = await signIn(app);
    const [post, other] = [await createPost(reader), await createPost(reader)];
    const body = { text: 'यहीं', clientCommentId: randomUUID() };
    const first = await sendComment(reader, post._id, body);

    const responses = [
      await sendComment(reader, other._id, body),
      await sendComment(reader, UNKNOWN_ID, body),
    ];

    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    for (const response of responses) expect(response.body).toEqual(first.body);
    expect(await readCommentCounts(post._id)).toEqual({ counted: 1, rows: 1 });
    expect(await readCommentCounts(other._id)).toEqual({ counted: 0, rows: 0 });
  });

  it('by two users, with another id, or without an id: stores separate comments', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const post = await createPost(author);
    const clientCommentId = 'tab-1';

    const responses = [
      await sendComment(author, post._id, { text: 'वाह', clientCommentId }),
      await sendComment(reader, post._id, { text: 'वाह', clientCommentId }),
      await sendComment(reader, post._id, { text: 'वाह', clientCommentId: 'tab-2' }),
      await sendComment(reader, post._id, { text: 'वाह' }),
      await sendComment(reader, post._id, { text: 'वाह' }),
    ];

    expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect(await readCommentCounts(post._id)).toEqual({ counted: 5, rows: 5 });
  });

  it('sent again after the first attempt failed before the count: responds 200 and counts it', async () => {
    const reader = await signIn(app);
    const post = await createPost(reader);
    const body = { text: 'வாழ்த்துக்கள்', clientCommentId: randomUUID() };
    const create = CommentModel.create.bind(CommentModel);
    vi.spyOn(CommentModel, 'create').mockImplementationOnce(async (...args: unknown[]) => {
      await Reflect.apply(create, CommentModel, args);
      throw new Error('The connection to the database was lost');
    });

    const failed = await sendComment(reader, post._id, body);
    const between = await readCommentCounts(post._id);
    const again = await sendComment(reader, post._id, body);

    expect([failed.status, again.status]).toEqual([500, 200]);
    expect(between).toEqual({ counted: 0, rows: 1 });
    expect(again.body.comment.text).toBe(body.text);
    expect(await readCommentCounts(post._id)).toEqual({ counted: 1, rows: 1 });
  });

  it('sent again after the story was deleted: responds 404 and stores nothing', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const post = await createPost(author);
    const body = { text: 'x', clientCommentId: randomUUID() };
    await sendComment(reader, post._id, body);
    await author.agent.delete(`/api/post/delete-post/${post._id}`).expect(200);
    await app.server.services.deletions.removeExpired(new Date(Date.now() + 60 * 60 * 1000));

    const again = await sendComment(reader, post._id, body);

    expect([again.status, again.body.message]).toEqual([404, 'Post not found']);
    expect(await CommentModel.countDocuments()).toBe(0);
  });

  it('with invalid characters, empty, too long, an operator or null: responds 400 and stores nothing', async () => {
    const reader = await signIn(app);
    const post = await createPost(reader);

    for (const clientCommentId of ['$gt', '', 'x'.repeat(65), { $ne: null }, null]) {
      const response = await sendComment(reader, post._id, { text: 'x', clientCommentId });

      expect([clientCommentId, response.status]).toEqual([clientCommentId, 400]);
      expect(response.body.fields).toEqual([expect.objectContaining({ field: 'clientCommentId' })]);
    }
    expect(await readCommentCounts(post._id)).toEqual({ counted: 0, rows: 0 });
  });

  it('on a database of the previous version: creates the index on start and keeps comments without an id', async () => {
    const reader = await signIn(app);
    const post = await createPost(reader);
    await CommentModel.collection.dropIndex('clientKey_1');
    const old = await storeComments(post._id, reader.user._id, 3);

    await prepareDatabase();
    const body = { text: 'नया', clientCommentId: randomUUID() };
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => sendComment(reader, post._id, body)),
    );

    const { rows } = await readPage<Comment>(reader, buildCommentsPath(post._id), 'comments');
    expect(rows.map(({ _id }) => _id)).toEqual([...old, responses[0]?.body.comment._id]);
  });
});

describe('GET /api/post/:id/comments', () => {
  it('without a limit: returns the oldest 50 comments of the story with their authors', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const [post, other] = [await createPost(author), await createPost(author)];
    const ids = await storeComments(post._id, reader.user._id, 51);
    await createComment(author, other._id, 'elsewhere');

    const page = await readPage<Comment>(author, buildCommentsPath(post._id), 'comments');

    expect(page.rows.map(({ _id }) => _id)).toEqual(ids.slice(0, 50));
    expect(page.nextCursor).not.toBeNull();
    expect(new Set(page.rows.map((comment) => comment.authorId?._id))).toEqual(new Set([reader.user._id]));
  });

  it('page by page while comments are added: returns each comment once, oldest first', async () => {
    const reader = await signIn(app);
    const post = await createPost(reader);
    const ids = await storeComments(post._id, reader.user._id, 23);
    const added: string[] = [];

    const { rows, pageLengths } = await readAllPages<Comment>(
      reader,
      buildCommentsPath(post._id),
      'comments',
      { limit: 5 },
      async () => {
        if (added.length < 4) added.push((await createComment(reader, post._id, 'और बताइए'))._id);
      },
    );

    expect(rows.map(({ _id }) => _id)).toEqual([...ids, ...added]);
    expect(pageLengths.slice(0, -1).every((length) => length === 5)).toBe(true);
  });

  it('for a story without comments: returns an empty page', async () => {
    const reader = await signIn(app);
    const post = await createPost(reader);

    expect(await readPage(reader, buildCommentsPath(post._id), 'comments')).toEqual({
      rows: [],
      nextCursor: null,
    });
  });

  it('for an unknown story: responds 404, with a malformed id 400, without a session 401', async () => {
    const reader = await signIn(app);
    const post = await createPost(reader);

    const responses = [
      await reader.agent.get(buildCommentsPath(UNKNOWN_ID)),
      await reader.agent.get(buildCommentsPath('x')),
      await app.request().get(buildCommentsPath(post._id)),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 400, 401]);
  });

  it('with an invalid limit or cursor: responds 400', async () => {
    const reader = await signIn(app);
    const post = await createPost(reader);
    const wrong = [
      { limit: '0' },
      { limit: '101' },
      { limit: 'abc' },
      { cursor: 'x' },
      { cursor: encodeCursor([1]) },
      { cursor: encodeCursor(['1', UNKNOWN_ID]) },
    ];

    for (const query of wrong) {
      for (const id of [post._id, UNKNOWN_ID]) {
        const { status } = await reader.agent.get(buildCommentsPath(id)).query(query);
        expect([query, id, status]).toEqual([query, id, 400]);
      }
    }
  });
});

describe('DELETE /api/post/:id/comments/:commentId', () => {
  it.each(['the author of the comment', 'the author of the post'])(
    'by %s: deletes the comment and returns its id',
    async (role) => {
      const [author, commenter] = [await signIn(app), await signIn(app)];
      const post = await createPost(author);
      const [remainingComment, comment] = [
        await createComment(commenter, post._id, 'remaining'),
        await createComment(commenter, post._id, 'gone'),
      ];

      const response = await removeComment(
        role === 'the author of the comment' ? commenter : author,
        post._id,
        comment._id,
      );

      expect([response.status, response.body]).toEqual([200, { _id: comment._id }]);
      const { rows } = await readPage<Comment>(author, buildCommentsPath(post._id), 'comments');
      expect(rows.map(({ _id }) => _id)).toEqual([remainingComment._id]);
      expect(await readCommentCounts(post._id)).toEqual({ counted: 1, rows: 1 });
    },
  );

  it('10 times concurrently: decreases the count once', async () => {
    const author = await signIn(app);
    const post = await createPost(author);
    await createComment(author, post._id, 'remaining');
    const { _id } = await createComment(author, post._id, 'gone');

    const responses = await Promise.all(
      Array.from({ length: 10 }, () => removeComment(author, post._id, _id)),
    );

    expect(responses.every(({ status }) => status === 200 || status === 404)).toBe(true);
    expect(await readCommentCounts(post._id)).toEqual({ counted: 1, rows: 1 });
  });

  it('by another user: responds 403 and keeps the comment', async () => {
    const [author, other] = [await signIn(app), await signIn(app)];
    const post = await createPost(author);
    const { _id } = await createComment(author, post._id, 'mine');

    expect((await removeComment(other, post._id, _id)).status).toBe(403);
    expect(await readCommentCounts(post._id)).toEqual({ counted: 1, rows: 1 });
  });

  it('with the id of another story: responds 404 and keeps the comment', async () => {
    const [author, other] = [await signIn(app), await signIn(app)];
    const [post, otherPost] = [await createPost(author), await createPost(other)];
    const { _id } = await createComment(author, post._id, 'not yours');

    expect((await removeComment(other, otherPost._id, _id)).status).toBe(404);
    expect(await readCommentCounts(post._id)).toEqual({ counted: 1, rows: 1 });
  });

  it('for an unknown comment or story: responds 404, with a malformed id 400, without a session 401', async () => {
    const author = await signIn(app);
    const post = await createPost(author);
    const { _id } = await createComment(author, post._id, 'remaining');

    const responses = [
      await removeComment(author, post._id, UNKNOWN_ID),
      await removeComment(author, UNKNOWN_ID, _id),
      await removeComment(author, post._id, 'x'),
      await removeComment(author, 'x', _id),
      await removeComment({ agent: app.agent() }, post._id, _id),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 404, 400, 400, 401]);
    expect(await readCommentCounts(post._id)).toEqual({ counted: 1, rows: 1 });
  });
});
