import { afterEach, describe, expect, it, vi } from 'vitest';
import { type TestApp, useApp } from '../../test/app.js';
import { createReply, editComment, removeComment, sendComment } from '../../test/comments.js';
import { signInTwo } from '../../test/conversation.js';
import { buildMessageInput, createPost, sendMessage } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, viaServer } from '../../test/sign-in.js';
import { type TestSocket, until, useSockets } from '../../test/socket.js';
import { ChangeModel } from '../message/change.model.js';
import { ConversationModel } from '../message/conversation.model.js';
import { MessageModel } from '../message/message.model.js';
import { CommentModel } from '../post/comment.model.js';

useDatabase();
// Two servers that share only the database, like two processes behind a proxy without sticky sessions.
const [failing, other] = [useApp(), useApp()];
const sockets = useSockets(other);
afterEach(() => vi.restoreAllMocks());

type AsyncMethod = (...args: unknown[]) => Promise<unknown>;

/** Makes the next call of a collection's method write, and then fail as if its response were lost. */
function loseResponse(collection: object, method: string): void {
  // The cast is safe for the methods of collections.
  const methods = collection as Record<string, AsyncMethod>;
  const call = methods[method]?.bind(collection);
  vi.spyOn(methods, method).mockImplementationOnce(async (...args) => {
    await call?.(...args);
    throw new Error('The connection was lost');
  });
}

/** Sends a last message, which arrives after all earlier events of this server. */
async function waitForEvents(socket: TestSocket, from: SignedIn, to: SignedIn): Promise<void> {
  const { _id } = await sendMessage(from, to.user._id, { text: 'last' });
  await until(() => expect(socket.received('newMessage').map((message) => message._id)).toContain(_id));
}

const idsOf = (socket: TestSocket) => socket.received('newMessage').map(({ _id }) => _id);

describe('a send whose response was lost in another process', () => {
  const body = () => buildMessageInput({ clientMessageId: crypto.randomUUID() });
  const send = ({ agent }: SignedIn, to: SignedIn, input: object) =>
    agent.post(`/api/message/send/${to.user._id}`).send(input);

  it('after storing the message: its repeat notifies the recipient, further ones do not', async () => {
    const [asha, ravi] = await signInTwo(failing);
    const elsewhere = viaServer(other, asha);
    const socket = await sockets.open({ cookie: ravi.cookie });
    const input = body();
    loseResponse(MessageModel.collection, 'insertOne');

    const first = await send(asha, ravi, input);
    const repeated = await send(elsewhere, ravi, input);
    const repeatedAgain = await send(elsewhere, ravi, input);
    await waitForEvents(socket, elsewhere, ravi);

    expect([first.status, repeated.status, repeatedAgain.status]).toEqual([500, 200, 200]);
    expect(socket.received('newMessage').slice(0, -1)).toEqual([repeated.body]);
  });

  it('after storing the message, repeated after a reply: notifies the recipient once', async () => {
    const [asha, ravi] = await signInTwo(failing);
    const elsewhere = viaServer(other, asha);
    const socket = await sockets.open({ cookie: ravi.cookie });
    const input = body();
    loseResponse(MessageModel.collection, 'insertOne');

    await send(asha, ravi, input);
    await sendMessage(ravi, asha.user._id);
    const repeated = await send(elsewhere, ravi, input);
    await send(elsewhere, ravi, input);
    await waitForEvents(socket, elsewhere, ravi);

    expect(idsOf(socket).slice(0, -1)).toEqual([repeated.body._id]);
  });

  it.each([
    ['last', async () => undefined],
    [
      'read',
      async (asha: SignedIn, ravi: SignedIn, upTo: string) => {
        await ravi.agent.post(`/api/message/${asha.user._id}/read`).send({ upTo }).expect(200);
        await sendMessage(ravi, asha.user._id);
      },
    ],
    [
      'deleted',
      async (asha: SignedIn, ravi: SignedIn, id: string) => {
        await sendMessage(ravi, asha.user._id);
        await asha.agent.delete(`/api/message/${id}?for=both`).expect(200);
      },
    ],
  ])(
    'after the recipient was notified, of a message that is now %s: its repeat notifies nobody',
    async (_state, change) => {
      const [asha, ravi] = await signInTwo(failing);
      const elsewhere = viaServer(other, asha);
      const input = body();
      const first = await send(asha, ravi, input).expect(201);
      await change(asha, ravi, first.body._id);
      const socket = await sockets.open({ cookie: ravi.cookie });

      await send(elsewhere, ravi, input).expect(200);
      await waitForEvents(socket, elsewhere, ravi);

      expect(idsOf(socket)).toHaveLength(1);
    },
  );
});

it.each(['delivered', 'read'])(
  'a receipt (%s) whose response was lost in another process: its repeat notifies the author, further ones do not',
  async (kind) => {
    const [asha, ravi] = await signInTwo(failing);
    const [author, elsewhere] = [viaServer(other, asha), viaServer(other, ravi)];
    const socket = await sockets.open({ cookie: asha.cookie });
    const { _id: upTo } = await sendMessage(asha, ravi.user._id);
    const sendReceipt = ({ agent }: SignedIn) =>
      agent.post(`/api/message/${asha.user._id}/${kind}`).send({ upTo });
    loseResponse(ConversationModel.collection, 'findOneAndUpdate');

    await sendReceipt(ravi).expect(500);
    await sendReceipt(elsewhere).expect(200);
    await sendReceipt(elsewhere).expect(200);
    await waitForEvents(socket, elsewhere, author);

    const event = kind === 'read' ? 'messagesRead' : 'messagesDelivered';
    expect(socket.received(event)).toMatchObject([{ byUserId: ravi.user._id, upTo }]);
  },
);

it('a delivery that is reported after the message was read: notifies nobody', async () => {
  const [asha, ravi] = await signInTwo(failing);
  const [author, elsewhere] = [viaServer(other, asha), viaServer(other, ravi)];
  const socket = await sockets.open({ cookie: asha.cookie });
  const { _id: upTo } = await sendMessage(asha, ravi.user._id);

  for (const kind of ['read', 'delivered']) {
    await elsewhere.agent.post(`/api/message/${asha.user._id}/${kind}`).send({ upTo }).expect(200);
  }
  await waitForEvents(socket, elsewhere, author);

  expect(socket.received('messagesRead')).toHaveLength(1);
  expect(socket.received('messagesDelivered')).toEqual([]);
});

it('changes of messages whose responses were lost in another process: each is announced once by its repeats', async () => {
  const [asha, ravi] = await signInTwo(failing);
  const socket = await sockets.open({ cookie: ravi.cookie });
  const [first, second, third] = [
    await sendMessage(asha, ravi.user._id),
    await sendMessage(asha, ravi.user._id),
    await sendMessage(asha, ravi.user._id),
  ];
  const attempts = [
    (server: TestApp) =>
      viaServer(server, ravi).agent.put(`/api/message/${first._id}/reaction`).send({ emoji: '👍' }),
    (server: TestApp) => viaServer(server, asha).agent.delete(`/api/message/${second._id}?for=both`),
    (server: TestApp) => viaServer(server, ravi).agent.delete(`/api/message/${third._id}`),
  ];

  for (const attempt of attempts) {
    loseResponse(ChangeModel.collection, 'insertOne');
    await attempt(failing).expect(500);
    await attempt(other).expect(200);
    await attempt(other).expect(200);
  }
  await waitForEvents(socket, viaServer(other, asha), ravi);

  const changes = socket.received('messageChanged');
  expect(changes.map(({ changeNumber, message }) => [changeNumber, message._id])).toEqual([
    [1, first._id],
    [2, second._id],
  ]);
  expect(socket.received('messageRemoved')).toMatchObject([{ messageId: third._id, changeNumber: 3 }]);
});

it('changes of comments whose responses were lost in another process: each is announced once by its repeats', async () => {
  const [asha, ravi] = await signInTwo(failing);
  const elsewhere = viaServer(other, asha);
  const { _id: postId } = await createPost(asha);
  const socket = await sockets.open({ cookie: ravi.cookie });
  expect(await socket.client.emitWithAck('watchPost', { postId })).toEqual({ ok: true });
  const { collection } = CommentModel;

  const add = (user: SignedIn) => sendComment(user, postId, { text: 'एक', clientCommentId: 'tab-1' });
  loseResponse(collection, 'insertOne');
  await add(asha).expect(500);
  const { _id } = (await add(elsewhere).expect(200)).body.comment;
  await add(elsewhere).expect(200);

  const edit = (user: SignedIn) => editComment(user, postId, _id, { text: 'दो' });
  loseResponse(collection, 'findOneAndUpdate');
  await edit(asha).expect(500);
  await edit(elsewhere).expect(200);
  await edit(elsewhere).expect(200);

  // Its replies keep the row.
  await createReply(asha, postId, _id, 'तीन');
  loseResponse(collection, 'findOneAndUpdate');
  await removeComment(asha, postId, _id).expect(500);
  await removeComment(elsewhere, postId, _id).expect(404);
  await removeComment(elsewhere, postId, _id).expect(404);
  await waitForEvents(socket, elsewhere, ravi);

  expect(socket.received('postComment').map(({ kind, comment }) => [kind, comment.text])).toEqual([
    ['added', 'एक'],
    ['changed', 'दो'],
    ['deleted', ''],
  ]);
});
