import { randomUUID } from 'node:crypto';
import { type Comment, commentSchema } from '@safarnama/contracts';
import { Types } from 'mongoose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { useApp } from '../../test/app.js';
import {
  createReply,
  editComment,
  listComments,
  readCommentCounts,
  removeComment,
  sendComment,
} from '../../test/comments.js';
import { createComment, createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { whenBackgroundTasksEnd } from '../lib/background.js';
import { CommentModel } from './comment.model.js';

useDatabase();
const app = useApp();
afterEach(() => vi.restoreAllMocks());

const UNKNOWN_ID = '0123456789abcdef01234567';
const idsOf = (comments: readonly Comment[]) => comments.map(({ _id }) => _id);

/** Creates a story with a comment by another user. */
async function createThread() {
  const [author, reader] = [await signIn(app), await signIn(app)];
  const post = await createPost(author);
  const comment = await createComment(reader, post._id, 'कौन सा घाट? 🛶');
  return { author, reader, post, postId: post._id, comment };
}

describe('POST /api/post/:id/comments with a parentId', () => {
  it('of a comment: adds a reply, listed after it and counted', async () => {
    const { author, reader, postId, comment } = await createThread();

    const response = await sendComment(author, postId, { text: 'दशाश्वमेध', parentId: comment._id });

    expect(response.status).toBe(201);
    const reply = z.parse(commentSchema, response.body.comment);
    expect(reply).toMatchObject({ text: 'दशाश्वमेध', parentId: comment._id, editedAt: null, deletedAt: null });
    expect(await listComments(reader, postId)).toEqual([comment, reply]);
    expect(comment).toMatchObject({ parentId: null, editedAt: null, deletedAt: null });
    expect(await readCommentCounts(postId)).toEqual({ counted: 2, rows: 2 });
  });

  it('of a reply: adds a reply to the comment above both', async () => {
    const { author, reader, postId, comment } = await createThread();
    const reply = await createReply(author, postId, comment._id, 'दशाश्वमेध');

    const second = await createReply(reader, postId, reply._id.toUpperCase(), 'धन्यवाद!');

    expect(second.parentId).toBe(comment._id);
  });

  it('null: adds a comment on the story', async () => {
    const { author, postId } = await createThread();

    const response = await sendComment(author, postId, { text: 'வணக்கம்', parentId: null });

    expect([response.status, response.body.comment.parentId]).toEqual([201, null]);
  });

  it('that is unknown, of another story, or malformed: responds 404 or 400 and stores nothing', async () => {
    const { author, postId, comment } = await createThread();
    const other = await createPost(author);

    const responses = [
      await sendComment(author, postId, { text: 'x', parentId: UNKNOWN_ID }),
      await sendComment(author, other._id, { text: 'x', parentId: comment._id }),
      await sendComment(author, postId, { text: 'x', parentId: 'x' }),
      await sendComment(author, postId, { text: 'x', parentId: { $ne: null } }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 404, 400, 400]);
    expect(responses[0]?.body).toMatchObject({ code: 'comment_not_found', message: 'Comment not found' });
    expect(await readCommentCounts(postId)).toEqual({ counted: 1, rows: 1 });
    expect(await readCommentCounts(other._id)).toEqual({ counted: 0, rows: 0 });
  });

  it('of a deleted comment: responds 400; of one of its replies: adds a reply to the comment', async () => {
    const { author, reader, postId, comment } = await createThread();
    const reply = await createReply(author, postId, comment._id, 'दशाश्वमेध');
    await removeComment(reader, postId, comment._id).expect(200);

    const refused = await sendComment(reader, postId, { text: 'x', parentId: comment._id });
    const added = await createReply(reader, postId, reply._id, 'धन्यवाद!');

    expect([refused.status, refused.body.code]).toEqual([400, 'comment_deleted']);
    expect(refused.body.fields).toEqual([
      expect.objectContaining({ field: 'parentId', code: 'comment_deleted' }),
    ]);
    expect(added.parentId).toBe(comment._id);
    expect(await readCommentCounts(postId)).toEqual({ counted: 2, rows: 3 });
  });

  describe('that is removed again', () => {
    /** Runs a task before a reply confirms its thread. */
    async function beforeConfirmation(task: () => PromiseLike<unknown>) {
      await whenBackgroundTasksEnd();
      const updateOne = CommentModel.updateOne.bind(CommentModel) as (...args: unknown[]) => unknown;
      vi.spyOn(CommentModel, 'updateOne').mockImplementationOnce((async (...args: unknown[]) => {
        await task();
        return updateOne(...args);
      }) as never);
    }

    it('because its parent was removed: is not counted', async () => {
      const { author, reader, postId, comment } = await createThread();
      await beforeConfirmation(async () => {
        await CommentModel.deleteOne({ _id: comment._id });
        await createComment(reader, postId, 'another');
      });

      const { status } = await sendComment(author, postId, { text: 'a reply', parentId: comment._id });

      expect(status).toBe(404);
      expect(await readCommentCounts(postId)).toEqual({ counted: 1, rows: 1 });
    });

    it('because its story was hidden: leaves no deleted comment without replies', async () => {
      const { author, reader, postId, comment } = await createThread();
      await beforeConfirmation(async () => {
        await removeComment(author, postId, comment._id);
        await author.agent.delete(`/api/post/delete-post/${postId}`).expect(200);
      });

      const { status } = await sendComment(reader, postId, { text: 'a reply', parentId: comment._id });
      await author.agent.post(`/api/post/${postId}/undelete`).expect(200);

      expect(status).toBe(404);
      expect(await listComments(reader, postId)).toEqual([]);
    });
  });

  it('and a known clientCommentId: returns the stored reply, even if the parent has been deleted since', async () => {
    const { author, reader, postId, comment } = await createThread();
    const body = { text: 'দশাশ্বমেধ', parentId: comment._id, clientCommentId: randomUUID() };
    const first = await sendComment(author, postId, body);
    await removeComment(reader, postId, comment._id).expect(200);

    const again = await sendComment(author, postId, body);

    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect(await readCommentCounts(postId)).toEqual({ counted: 1, rows: 2 });
  });
});

describe('PUT /api/post/:id/comments/:commentId', () => {
  it('by its author: changes the text and sets editedAt, and nothing else', async () => {
    const { reader, postId, comment } = await createThread();
    const before = Date.now();

    const response = await editComment(reader, postId, comment._id, { text: '  কোন ঘাট? <b> ' });

    expect(response.status).toBe(200);
    const edited = z.parse(commentSchema, response.body.comment);
    expect(edited).toEqual({ ...comment, text: 'কোন ঘাট? <b>', editedAt: edited.editedAt });
    expect(Date.parse(edited.editedAt ?? '')).toBeGreaterThanOrEqual(before);
    expect(await listComments(reader, postId)).toEqual([edited]);
    expect(await readCommentCounts(postId)).toEqual({ counted: 1, rows: 1 });
  });

  it('with the stored text: responds 200 and leaves editedAt as it is', async () => {
    const { reader, postId, comment } = await createThread();

    const same = await editComment(reader, postId, comment._id, { text: comment.text });
    const { body: edited } = await editComment(reader, postId, comment._id, { text: 'x' });
    const repeated = await editComment(reader, postId, comment._id, { text: 'x' });

    expect([same.status, same.body.comment]).toEqual([200, comment]);
    expect(repeated.body).toEqual(edited);
  });

  it('by another user, the author of the story included: responds 403 and keeps the text', async () => {
    const { author, reader, postId, comment } = await createThread();

    for (const user of [author, await signIn(app)]) {
      const response = await editComment(user, postId, comment._id, { text: 'x' });
      expect([response.status, response.body.code]).toEqual([403, 'not_the_comment_author_edit']);
    }
    expect(await listComments(reader, postId)).toEqual([comment]);
  });

  it('of a deleted or unknown comment, or under another story: responds 404', async () => {
    const { author, reader, postId, comment } = await createThread();
    const other = await createPost(author);
    await createReply(author, postId, comment._id, 'x');
    const underOther = await editComment(reader, other._id, comment._id, { text: 'x' });
    await removeComment(reader, postId, comment._id).expect(200);

    const responses = [
      underOther,
      await editComment(reader, postId, comment._id, { text: 'x' }),
      await editComment(author, postId, comment._id, { text: 'x' }),
      await editComment(reader, postId, UNKNOWN_ID, { text: 'x' }),
      await editComment(reader, UNKNOWN_ID, comment._id, { text: 'x' }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  it('with an invalid text or id: responds 400; without a session 401', async () => {
    const { reader, postId, comment } = await createThread();

    const statuses = [];
    for (const body of [{}, { text: ' ' }, { text: 'क'.repeat(2001) }, { text: null }]) {
      statuses.push((await editComment(reader, postId, comment._id, body)).status);
    }
    statuses.push((await editComment(reader, postId, 'x', { text: 'x' })).status);
    statuses.push((await editComment({ agent: app.agent() }, postId, comment._id, { text: 'x' })).status);

    expect(statuses).toEqual([400, 400, 400, 400, 400, 401]);
    expect(await listComments(reader, postId)).toEqual([comment]);
  });
});

describe('DELETE /api/post/:id/comments/:commentId of a comment with replies', () => {
  it('leaves a row without text and author, which is not counted; nobody can delete it again', async () => {
    const { author, reader, postId, comment } = await createThread();
    const reply = await createReply(author, postId, comment._id, 'दशाश्वमेध');
    await editComment(reader, postId, comment._id, { text: 'secret' }).expect(200);

    const response = await removeComment(reader, postId, comment._id);

    expect([response.status, response.body]).toEqual([200, { _id: comment._id }]);
    const [emptied, ...others] = await listComments(author, postId);
    expect(emptied).toEqual({
      ...comment,
      text: '',
      authorId: null,
      deletedAt: expect.stringMatching(/Z$/),
    });
    expect(others).toEqual([reply]);
    expect(await readCommentCounts(postId)).toEqual({ counted: 1, rows: 2 });
    const stored = JSON.stringify(await CommentModel.findById(comment._id).lean());
    expect(stored).not.toContain('secret');
    expect(stored).not.toContain(reader.user._id);
    expect((await removeComment(reader, postId, comment._id)).status).toBe(404);
    expect((await removeComment(author, postId, comment._id)).status).toBe(404);
  });

  it('of its last reply afterwards: removes both', async () => {
    const { author, reader, postId, comment } = await createThread();
    const first = await createReply(author, postId, comment._id, 'एक');
    const second = await createReply(reader, postId, comment._id, 'दो');
    await removeComment(author, postId, comment._id).expect(200);

    await removeComment(author, postId, first._id).expect(200);
    const between = await listComments(author, postId);
    await removeComment(reader, postId, second._id).expect(200);

    expect(idsOf(between)).toEqual([comment._id, second._id]);
    expect(await listComments(author, postId)).toEqual([]);
    expect(await readCommentCounts(postId)).toEqual({ counted: 0, rows: 0 });
  });

  it('of a reply while the comment remains: removes the reply only', async () => {
    const { author, postId, comment } = await createThread();
    const reply = await createReply(author, postId, comment._id, 'एक');

    await removeComment(author, postId, reply._id).expect(200);

    expect(await listComments(author, postId)).toEqual([comment]);
  });

  it('while others reply: leaves no reply without its parent and no deleted row without replies', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { author, reader, postId, comment } = await createThread();
      const reply = await createReply(author, postId, comment._id, 'पहला');

      const [, , ...replies] = await Promise.all([
        removeComment(reader, postId, comment._id),
        removeComment(author, postId, reply._id),
        sendComment(author, postId, { text: 'दूसरा', parentId: comment._id }),
        sendComment(reader, postId, { text: 'तीसरा', parentId: reply._id }),
      ]);

      const rows = await listComments(author, postId);
      const added = replies.filter(({ status }) => status === 201).map(({ body }) => body.comment._id);
      const live = rows.filter(({ deletedAt }) => deletedAt === null);
      expect(idsOf(live).sort()).toEqual(added.sort());
      for (const { parentId } of live) expect(idsOf(rows)).toContain(parentId);
      expect(rows).toHaveLength(live.length === 0 ? 0 : live.length + 1);
      expect(await readCommentCounts(postId)).toEqual({ counted: live.length, rows: rows.length });
    }
  });

  it('while 10 users add and delete comments and replies: ends at the number of comments', async () => {
    const { author, postId, comment } = await createThread();
    const users = await Promise.all(Array.from({ length: 10 }, () => signIn(app)));

    await Promise.all(
      users.map(async (user, index) => {
        const own = await createComment(user, postId, `${index}`);
        const reply = await createReply(user, postId, comment._id, `${index} →`);
        await createReply(user, postId, own._id, `${index} →`);
        if (index % 2 === 0) await removeComment(user, postId, own._id).expect(200);
        if (index % 3 === 0) await removeComment(user, postId, reply._id).expect(200);
      }),
    );

    const live = (await listComments(author, postId)).filter(({ deletedAt }) => deletedAt === null);
    expect(live).toHaveLength(1 + 30 - 5 - 4);
    expect((await readCommentCounts(postId)).counted).toBe(live.length);
  });
});

describe('Reliability 1: comments after a kill', () => {
  /**
   * Makes the lookup of replies fail once, as when the process is killed between emptying a comment and removing it.
   */
  async function interruptRemoval(): Promise<void> {
    // The notification of the comment looks it up, too.
    await whenBackgroundTasksEnd();
    vi.spyOn(CommentModel, 'exists').mockImplementationOnce(() => {
      throw new Error('The connection to the database was lost');
    });
  }

  it('between emptying and removing a comment: a repeat of the request removes it', async () => {
    const { reader, postId, comment } = await createThread();
    await interruptRemoval();
    const failed = await removeComment(reader, postId, comment._id);
    const between = await readCommentCounts(postId);

    const repeated = await removeComment(reader, postId, comment._id);

    expect([failed.status, repeated.status]).toEqual([500, 404]);
    expect(between).toEqual({ counted: 1, rows: 1 });
    expect(await readCommentCounts(postId)).toEqual({ counted: 0, rows: 0 });
  });

  it('without a repeat: the daily check removes rows without replies and corrects the count', async () => {
    const { author, reader, postId, comment } = await createThread();
    const withReply = await createComment(reader, postId, 'x');
    const reply = await createReply(author, postId, withReply._id, 'y');
    await removeComment(reader, postId, withReply._id).expect(200);
    await interruptRemoval();
    await removeComment(reader, postId, comment._id).expect(500);

    const { services } = app.server;
    expect([await services.pruneThreads(), await services.repairCounts()]).toEqual([1, 1]);
    expect([await services.pruneThreads(), await services.repairCounts()]).toEqual([0, 0]);

    expect(idsOf(await listComments(author, postId))).toEqual([withReply._id, reply._id]);
    expect(await readCommentCounts(postId)).toEqual({ counted: 1, rows: 2 });
  });
});

describe('the comments of a story', () => {
  it('of an older version: are listed without parent, edit and deletion', async () => {
    const { author, reader, postId } = await createThread();
    await CommentModel.collection.deleteMany({});
    const _id = new Types.ObjectId();
    await CommentModel.collection.insertOne({
      _id,
      postId: new Types.ObjectId(postId),
      authorId: new Types.ObjectId(reader.user._id),
      text: 'पुराना',
      createdAt: new Date(),
    });

    const [old] = await listComments(author, postId);
    const reply = await createReply(author, postId, _id.toHexString(), 'नया');

    expect(z.parse(commentSchema, old)).toMatchObject({ parentId: null, editedAt: null, deletedAt: null });
    expect(reply.parentId).toBe(_id.toHexString());
  });

  it('deleted and restored, or unpublished and published again: are the same, and hidden in between', async () => {
    const { author, reader, post, postId, comment } = await createThread();
    await createReply(author, postId, comment._id, 'एक');
    const edited = await createComment(reader, postId, 'x');
    await editComment(reader, postId, edited._id, { text: 'y' }).expect(200);
    await removeComment(reader, postId, comment._id).expect(200);
    const before = await listComments(reader, postId);

    await author.agent.delete(`/api/post/delete-post/${postId}`).expect(200);
    const hidden = [
      await editComment(reader, postId, edited._id, { text: 'z' }),
      await sendComment(reader, postId, { text: 'z', parentId: edited._id }),
      await removeComment(reader, postId, edited._id),
    ];
    await author.agent.post(`/api/post/${postId}/undelete`).expect(200);
    const afterUndelete = await listComments(reader, postId);
    const { body } = await author.agent.post(`/api/post/${postId}/unpublish`).expect(200);
    const { blogTitle, blogContent } = post;
    await author.agent
      .post('/api/post/create-post')
      .send({ blogTitle, blogContent, draftKey: body.draft.key })
      .expect(201);

    expect(hidden.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(before).toHaveLength(3);
    expect(afterUndelete).toEqual(before);
    expect(await listComments(reader, postId)).toEqual(before);
    expect((await readCommentCounts(postId)).counted).toBe(2);
  });

  it('removed for good: are removed with it, deleted ones and replies included', async () => {
    const { author, reader, postId, comment } = await createThread();
    await createReply(author, postId, comment._id, 'एक');
    await removeComment(reader, postId, comment._id).expect(200);

    await author.agent.delete(`/api/post/delete-post/${postId}`).expect(200);
    await app.server.services.deletions.removeExpired(new Date(Date.now() + 60 * 60 * 1000));

    expect(await CommentModel.countDocuments()).toBe(0);
  });
});
