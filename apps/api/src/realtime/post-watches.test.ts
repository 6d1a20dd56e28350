import { MAX_WATCHED_POSTS, type WatchResult } from '@safarnama/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { createReply, editComment, removeComment, sendComment } from '../../test/comments.js';
import { createComment, createPost, sendMessage } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { type TestSocket, until, useSockets } from '../../test/socket.js';
import { CommentModel } from '../post/comment.model.js';
import { PostModel } from '../post/post.model.js';

useDatabase();
const app = useApp();
const sockets = useSockets(app);
afterEach(() => vi.restoreAllMocks());

const UNKNOWN_ID = '0123456789abcdef01234567';

/** Emits an event with any arguments, and returns the acknowledgement. */
async function emit(socket: TestSocket, event: string, ...args: unknown[]): Promise<WatchResult> {
  // The cast is needed because the types do not allow invalid arguments.
  return (socket.client as unknown as { emitWithAck(...all: unknown[]): Promise<WatchResult> }).emitWithAck(
    event,
    ...args,
  );
}
const watch = (socket: TestSocket, postId: string) => emit(socket, 'watchPost', { postId });
const unwatch = (socket: TestSocket, postId: string) => emit(socket, 'unwatchPost', { postId });

/** Waits for a message, which arrives after all earlier events, and returns the changes of comments so far. */
async function readChanges(socket: TestSocket, reader: SignedIn, sender: SignedIn) {
  const { _id } = await sendMessage(sender, reader.user._id, { text: 'last' });
  await until(() => expect(socket.received('newMessage').map((message) => message._id)).toContain(_id));
  return socket.received('postComment');
}

async function createWatchedPost() {
  const [author, reader] = [await signIn(app), await signIn(app)];
  const post = await createPost(author);
  const socket = await sockets.open({ cookie: reader.cookie });
  expect(await watch(socket, post._id)).toEqual({ ok: true });
  return { author, reader, socket, postId: post._id, readChanges: () => readChanges(socket, reader, author) };
}

describe('watchPost', () => {
  it('of a story: receives its comments as they are added, changed and deleted, as the API returns them', async () => {
    const { author, postId, readChanges: read } = await createWatchedPost();

    const added = await createComment(author, postId, 'कौन सा घाट?');
    const reply = await createReply(author, postId, added._id, 'यह');
    const edited = await editComment(author, postId, reply._id, { text: 'यही' });
    await editComment(author, postId, reply._id, { text: 'यही' });
    await removeComment(author, postId, added._id);

    expect(await read()).toEqual([
      { postId, kind: 'added', comment: added },
      { postId, kind: 'added', comment: reply },
      { postId, kind: 'changed', comment: edited.body.comment },
      {
        postId,
        kind: 'deleted',
        comment: { ...added, text: '', authorId: null, deletedAt: expect.any(String) },
      },
    ]);
  });

  it('of a story: is notified when a deleted comment is removed with its last reply', async () => {
    const { author, postId, readChanges: read } = await createWatchedPost();
    const comment = await createComment(author, postId, 'एक');
    const reply = await createReply(author, postId, comment._id, 'दो');
    await removeComment(author, postId, comment._id).expect(200);
    await removeComment(author, postId, reply._id).expect(200);

    const deleted = (await read()).filter(({ kind }) => kind === 'deleted');

    expect(deleted.map(({ comment: { _id }, wasDeleted }) => [_id, wasDeleted])).toEqual([
      [comment._id, undefined],
      [reply._id, undefined],
      [comment._id, true],
    ]);
  });

  it('of a story: receives nothing for a repeated request, a failed one, or another story', async () => {
    const { author, reader, postId, readChanges: read } = await createWatchedPost();
    const other = await createPost(author);
    const body = { text: 'एक', clientCommentId: 'tab-1' };

    await sendComment(author, postId, body).expect(201);
    await sendComment(author, postId, body).expect(200);
    await sendComment(author, postId, { text: 'x', parentId: UNKNOWN_ID }).expect(404);
    const elsewhere = await createComment(author, other._id, 'x');
    await editComment(reader, other._id, elsewhere._id, { text: 'y' }).expect(403);

    expect((await read()).map(({ kind, comment: { text } }) => [kind, text])).toEqual([['added', 'एक']]);
  });

  it('of a story: receives once each change whose first attempt failed after its write', async () => {
    const { author, postId, readChanges: read } = await createWatchedPost();
    const failure = new Error('The connection was lost');
    const count = vi.spyOn(CommentModel, 'countDocuments');
    const add = () => sendComment(author, postId, { text: 'एक', clientCommentId: 'tab-1' });

    count.mockRejectedValueOnce(failure);
    await add().expect(500);
    const { _id } = (await add().expect(200)).body.comment;
    await add().expect(200);

    const edit = () => editComment(author, postId, _id, { text: 'दो' });
    const { collection } = CommentModel;
    const update = collection.findOneAndUpdate.bind(collection);
    vi.spyOn(collection, 'findOneAndUpdate').mockImplementationOnce(async (...args) => {
      await update(...args);
      throw failure;
    });
    await edit().expect(500);
    await edit().expect(200);
    await edit().expect(200);

    count.mockRejectedValueOnce(failure);
    await removeComment(author, postId, _id).expect(500);
    await removeComment(author, postId, _id).expect(404);

    expect((await read()).map(({ kind, comment: { text } }) => [kind, text])).toEqual([
      ['added', 'एक'],
      ['changed', 'दो'],
      ['deleted', ''],
    ]);
  });

  it('repeated, also in upper case: is ok, and receives each change once', async () => {
    const { author, socket, postId, readChanges: read } = await createWatchedPost();

    expect(await watch(socket, postId.toUpperCase())).toEqual({ ok: true });
    await createComment(author, postId, 'एक');

    expect(await read()).toHaveLength(1);
  });

  it('of an unknown story, repeated while the first is pending: neither is ok', async () => {
    const { socket } = await createWatchedPost();

    const results = await Promise.all([watch(socket, UNKNOWN_ID), watch(socket, UNKNOWN_ID)]);

    expect(results).toEqual([{ ok: false }, { ok: false }]);
  });

  it('of an unknown, deleted or unpublished story: is not ok', async () => {
    const author = await signIn(app);
    const [deleted, unpublished] = [await createPost(author), await createPost(author)];
    await author.agent.delete(`/api/post/delete-post/${deleted._id}`).expect(200);
    await author.agent.post(`/api/post/${unpublished._id}/unpublish`).expect(200);
    const socket = await sockets.open({ cookie: author.cookie });

    for (const postId of [UNKNOWN_ID, deleted._id, unpublished._id]) {
      expect(await watch(socket, postId)).toEqual({ ok: false });
    }
  });

  it('with invalid arguments: is not ok, and the socket stays connected', async () => {
    const { socket, postId } = await createWatchedPost();

    for (const args of [
      [],
      [null],
      ['x'],
      [{}],
      [{ postId: 'x' }],
      [{ postId: { $ne: '' } }],
      [[{ postId }]],
    ]) {
      expect(await emit(socket, 'watchPost', ...args)).toEqual({ ok: false });
      expect(await emit(socket, 'unwatchPost', ...args)).toEqual({ ok: false });
    }
    socket.client.emit('watchPost', { postId });
    socket.client.emit('unwatchPost', { postId });

    expect(await watch(socket, postId)).toEqual({ ok: true });
  });

  it('of a 21st story: is not ok until another one is unwatched', async () => {
    const author = await signIn(app);
    const posts = await Promise.all(Array.from({ length: MAX_WATCHED_POSTS + 1 }, () => createPost(author)));
    const [first = '', ...others] = posts.map(({ _id }) => _id);
    const last = others.pop() ?? '';
    const socket = await sockets.open({ cookie: author.cookie });

    const results = await Promise.all([first, ...others].map((postId) => watch(socket, postId)));

    expect(results).toEqual(Array(MAX_WATCHED_POSTS).fill({ ok: true }));
    expect(await watch(socket, last)).toEqual({ ok: false });
    expect(await watch(socket, first)).toEqual({ ok: true });
    expect(await unwatch(socket, first)).toEqual({ ok: true });
    expect(await watch(socket, last)).toEqual({ ok: true });
  });

  it('while the database is unavailable: is not ok', async () => {
    const { socket, author } = await createWatchedPost();
    const post = await createPost(author);
    vi.spyOn(PostModel, 'find').mockImplementationOnce(() => {
      throw new Error('The connection to the database was lost');
    });

    expect(await watch(socket, post._id)).toEqual({ ok: false });
    expect(await watch(socket, post._id)).toEqual({ ok: true });
  });
});

describe('watching a story', () => {
  it('after unwatchPost: receives nothing', async () => {
    const { author, socket, postId, readChanges: read } = await createWatchedPost();

    await unwatch(socket, postId);
    await createComment(author, postId, 'एक');

    expect(await read()).toEqual([]);
  });

  it('after unwatchPost while watchPost is pending: receives nothing', async () => {
    const { author, socket, postId, readChanges: read } = await createWatchedPost();
    await unwatch(socket, postId);

    await Promise.all([watch(socket, postId), unwatch(socket, postId)]);
    await createComment(author, postId, 'एक');

    expect(await read()).toEqual([]);
  });

  it('after unwatchPost and another watchPost while the first is pending: receives its comments', async () => {
    const { author, socket, postId, readChanges: read } = await createWatchedPost();
    await unwatch(socket, postId);

    const results = await Promise.all([
      watch(socket, postId),
      unwatch(socket, postId),
      watch(socket, postId),
    ]);
    await createComment(author, postId, 'एक');

    expect(results).toEqual(Array(3).fill({ ok: true }));
    expect(await read()).toHaveLength(1);
  });

  it.each([
    ['deletes it and restores it', 'delete', 'delete-post/:id'],
    ['unpublishes it and publishes it again', 'post', ':id/unpublish'],
  ] as const)('when its author %s: has ended', async (_name, method, path) => {
    const { author, socket, postId, readChanges: read } = await createWatchedPost();

    const hidden = await author.agent[method](`/api/post/${path.replace(':id', postId)}`).expect(200);
    const draftKey = hidden.body.draft?.key;
    const content = { blogTitle: 'फिर', blogContent: 'वही' };
    if (draftKey)
      await author.agent
        .post('/api/post/create-post')
        .send({ ...content, draftKey })
        .expect(201);
    else await author.agent.post(`/api/post/${postId}/undelete`).expect(200);
    await createComment(author, postId, 'एक');

    expect(await read()).toEqual([]);
    expect(await watch(socket, postId)).toEqual({ ok: true });
  });

  it('when the session ends: has ended with the connection', async () => {
    const { reader, socket } = await createWatchedPost();

    await reader.agent.post('/api/auth/logout').expect(200);

    await until(() => expect(socket.disconnectReason()).not.toBeNull());
  });
});
