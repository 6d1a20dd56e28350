import { DELETE_FOR_BOTH_MS, type Message } from '@safarnama/contracts';
import mongoose from 'mongoose';
import { describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import {
  readChanges,
  readContact,
  readConversation,
  readMessages,
  signInTwo,
} from '../../test/conversation.js';
import { buildMessageInput, PNG_DATA_URL, sendMessage } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn, viaServer } from '../../test/sign-in.js';
import { until, useSockets } from '../../test/socket.js';
import { MediaModel } from '../media/media.model.js';
import { ChangeModel } from './change.model.js';
import { MessageModel } from './message.model.js';

useDatabase();
// The second server stands for another process on the same database.
const [app, otherServer] = [useApp(), useApp()];
const sockets = useSockets(app);

const UNKNOWN_ID = '0123456789abcdef01234567';

function remove({ agent }: Pick<SignedIn, 'agent'>, { _id }: Pick<Message, '_id'>, scope?: 'me' | 'both') {
  return agent.delete(`/api/message/${_id}${scope ? `?for=${scope}` : ''}`);
}

function react({ agent }: Pick<SignedIn, 'agent'>, { _id }: Pick<Message, '_id'>, emoji: string) {
  return agent.put(`/api/message/${_id}/reaction`).send({ emoji });
}

function unreact({ agent }: Pick<SignedIn, 'agent'>, { _id }: Pick<Message, '_id'>) {
  return agent.delete(`/api/message/${_id}/reaction`);
}

const readStoredPositions = async () =>
  (await ChangeModel.find().sort({ place: 1 }).lean()).map(({ place }) => place);

describe('DELETE /api/message/:id for oneself', () => {
  it('with any message of a conversation: hides it from the user, but not from the other participant', async () => {
    const [asha, ravi] = await signInTwo(app);
    const messages = [
      await sendMessage(asha, ravi.user._id, { text: 'एक' }),
      await sendMessage(ravi, asha.user._id, { text: 'दो' }),
      await sendMessage(asha, ravi.user._id, { text: 'तीन' }),
    ] as [Message, Message, Message];

    const response = await remove(ravi, messages[2]);
    await remove(ravi, messages[1], 'me');

    expect([response.status, response.body]).toEqual([200, { _id: messages[2]._id }]);
    expect(await readMessages(ravi, asha)).toEqual([messages[0]]);
    expect(await readMessages(asha, ravi)).toEqual(messages);
    expect(await readContact(ravi, asha)).toMatchObject({ lastMessage: messages[0], unreadCount: 1 });
    expect((await readContact(asha, ravi)).lastMessage).toEqual(messages[2]);
  });

  it('with every message: keeps the contact without a last message', async () => {
    const [asha, ravi] = await signInTwo(app);
    await remove(ravi, await sendMessage(asha, ravi.user._id));

    expect(await readMessages(ravi, asha)).toEqual([]);
    expect(await readContact(ravi, asha)).not.toHaveProperty('lastMessage');
  });

  it('with the anchor message of a page: pages before and after it still work', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [first, second, third] = [
      await sendMessage(asha, ravi.user._id),
      await sendMessage(asha, ravi.user._id),
      await sendMessage(asha, ravi.user._id),
    ];
    await remove(ravi, second);

    const before = await readConversation(ravi, asha, `?before=${second._id}`);
    const after = await readConversation(ravi, asha, `?after=${second._id}`);
    const page = await readConversation(ravi, asha, '?limit=1');
    const earlier = await readConversation(ravi, asha, `?limit=1&before=${page.nextCursor}`);

    expect(before.messages_between_sender_receiver).toEqual([first]);
    expect(after.messages_between_sender_receiver).toEqual([third]);
    expect(earlier).toMatchObject({ messages_between_sender_receiver: [first], nextCursor: null });
  });

  it('with open sockets: notifies only the user’s own sockets, once', async () => {
    const [asha, ravi] = await signInTwo(app);
    const message = await sendMessage(asha, ravi.user._id);
    const [ashaSocket, raviSocket] = await Promise.all([
      sockets.open({ cookie: asha.cookie }),
      sockets.open({ cookie: ravi.cookie }),
    ]);

    const statuses = [(await remove(ravi, message)).status, (await remove(ravi, message)).status];
    await react(asha, message, '👍').expect(200);

    expect(statuses).toEqual([200, 200]);
    const removal = { messageId: message._id, withUserId: asha.user._id, changeNumber: 1 };
    await until(() => expect(ashaSocket.received('messageChanged')).toHaveLength(1));
    expect(raviSocket.received('messageRemoved')).toEqual([removal]);
    expect(ashaSocket.received('messageRemoved')).toEqual([]);
    // A user who has deleted a message gets no more events for it.
    expect(raviSocket.received('messageChanged')).toEqual([]);
  });

  it('with a message of other users, an unknown one, a malformed id, no session, an invalid scope: responds 404, 404, 400, 401, 400', async () => {
    const [asha, ravi] = await signInTwo(app);
    const third = await signIn(app);
    const message = await sendMessage(asha, ravi.user._id);

    for (const scope of ['me', 'both'] as const) {
      const statuses = [
        (await remove(third, message, scope)).status,
        (await remove(ravi, { _id: UNKNOWN_ID }, scope)).status,
        (await remove(ravi, { _id: '12' }, scope)).status,
        (await app.request().delete(`/api/message/${message._id}?for=${scope}`)).status,
        (await ravi.agent.delete(`/api/message/${message._id}?for=all`)).status,
      ];
      expect(statuses).toEqual([404, 404, 400, 401, 400]);
    }
    expect(await readMessages(ravi, asha)).toEqual([message]);
    expect(await ChangeModel.countDocuments()).toBe(0);
  });
});

describe('DELETE /api/message/:id for both', () => {
  it('by the sender: keeps an empty message at its position for both', async () => {
    const [asha, ravi] = await signInTwo(app);
    const original = await sendMessage(ravi, asha.user._id, { text: 'प्रश्न' });
    const message = await sendMessage(asha, ravi.user._id, {
      text: 'गलती से 😅',
      replyTo: original._id,
      clientMessageId: 'tab-7',
    });
    const later = await sendMessage(ravi, asha.user._id);
    await react(ravi, message, '😂');

    const response = await remove(asha, message, 'both');

    const { _id, senderId, receiverId, createdAt, clientMessageId } = message;
    const row = { _id, senderId, receiverId, createdAt, clientMessageId, text: '', image: '' };
    const tombstone = { ...row, post: null, quotedText: '', deletedAt: expect.any(String) };
    expect([response.status, response.body]).toEqual([200, { _id, message: tombstone }]);
    expect(await readMessages(asha, ravi)).toEqual([original, tombstone, later]);
    expect(await readMessages(ravi, asha)).toEqual([original, tombstone, later]);
    expect(await MessageModel.findById(_id).lean()).toMatchObject({
      text: '',
      image: null,
      replyTo: null,
      seq: 2,
    });
  });

  it('with the newest message: shows it as deleted in both contact lists', async () => {
    const [asha, ravi] = await signInTwo(app);
    const message = await sendMessage(asha, ravi.user._id, { text: 'মুছে দাও' });

    await remove(asha, message, 'both');

    for (const [viewer, other] of [
      [asha, ravi],
      [ravi, asha],
    ] as const) {
      const { lastMessage } = await readContact(viewer, other);
      expect(lastMessage).toMatchObject({ _id: message._id, text: '', deletedAt: expect.any(String) });
    }
  });

  it('with a picture: removes the picture', async () => {
    const [asha, ravi] = await signInTwo(app);
    const message = await sendMessage(asha, ravi.user._id, { text: '', image: PNG_DATA_URL });
    await asha.agent.get(message.image).expect(200);

    await remove(asha, message, 'both').expect(200);

    const statuses = [
      (await asha.agent.get(message.image)).status,
      (await ravi.agent.get(message.image)).status,
    ];
    expect(statuses).toEqual([404, 404]);
    expect(await MediaModel.countDocuments()).toBe(0);
    expect((await readMessages(ravi, asha))[0]).not.toHaveProperty('imageMeta');
  });

  it('with a picture, after failed attempts: shows the message either whole or empty, and can be completed later', async () => {
    const [asha, ravi] = await signInTwo(app);
    const message = await sendMessage(asha, ravi.user._id, { image: PNG_DATA_URL });
    const quoting = await sendMessage(ravi, asha.user._id, { replyTo: message._id });
    const failure = new Error('The connection was lost');

    vi.spyOn(MessageModel.collection, 'findOneAndUpdate').mockRejectedValueOnce(failure);
    await remove(asha, message, 'both').expect(500);
    expect(await readMessages(ravi, asha)).toEqual([message, quoting]);
    await ravi.agent.get(message.image).expect(200);

    vi.spyOn(MediaModel.collection, 'deleteMany').mockRejectedValueOnce(failure);
    await remove(asha, message, 'both').expect(500);
    const reported = await readChanges(ravi, asha, 0);
    expect(reported.messages).toMatchObject([{ _id: message._id, text: '', image: '' }]);
    const [emptied, reply] = await readMessages(ravi, asha);
    expect(emptied).toMatchObject({ text: '', image: '', deletedAt: expect.any(String) });
    expect(emptied).not.toHaveProperty('imageMeta');
    expect(reply?.replyTo).toMatchObject({ hasImage: false, isDeleted: true });
    expect(reply?.replyTo).not.toHaveProperty('image');
    const key = (await MessageModel.findById(message._id).lean())?.image?.key ?? '';
    expect(await app.server.services.messages.hasPicture(message._id, key)).toBe(false);

    const old = new Date(Date.now() - 2 * DELETE_FOR_BOTH_MS);
    await MessageModel.updateOne({ _id: message._id }, { $set: { createdAt: old } });
    await remove(asha, message, 'both').expect(200);
    await ravi.agent.get(message.image).expect(404);
    expect(await MessageModel.findById(message._id).lean()).toMatchObject({ image: null });
  });

  it('repeated, even concurrently: returns the same message and notifies both users once', async () => {
    const [asha, ravi] = await signInTwo(app);
    const message = await sendMessage(asha, ravi.user._id);
    const openSockets = await Promise.all([
      sockets.open({ cookie: asha.cookie }),
      sockets.open({ cookie: ravi.cookie }),
    ]);

    const first = await remove(asha, message, 'both');
    const repeated = await Promise.all([remove(asha, message, 'both'), remove(asha, message, 'both')]);
    const other = await sendMessage(asha, ravi.user._id);
    await remove(asha, other, 'both');

    for (const { status, body } of repeated) expect([status, body]).toEqual([200, first.body]);
    for (const socket of openSockets) {
      await until(() => expect(socket.received('messageChanged')).toHaveLength(2));
      expect(socket.received('messageChanged')[0]).toEqual({ message: first.body.message, changeNumber: 1 });
      expect(socket.received('messageChanged')[1]).toMatchObject({
        message: { _id: other._id },
        changeNumber: 2,
      });
    }
  });

  it('with the other user’s message: responds 403 not_yours', async () => {
    const [asha, ravi] = await signInTwo(app);
    const message = await sendMessage(asha, ravi.user._id);

    const response = await remove(ravi, message, 'both');

    expect(response.status).toBe(403);
    expect(response.body).toMatchObject({ code: 'not_yours', message: expect.stringMatching(/^[A-Z]/) });
    expect(await readMessages(asha, ravi)).toEqual([message]);
  });

  it.each([
    ['a minute before the time limit', DELETE_FOR_BOTH_MS - 60_000, 200],
    ['a second after the time limit', DELETE_FOR_BOTH_MS + 1_000, 403],
  ])('%s, after %i ms: responds %i, and deleting for oneself succeeds', async (_, age, status) => {
    const [asha, ravi] = await signInTwo(app);
    const message = await sendMessage(asha, ravi.user._id, { image: PNG_DATA_URL });
    await MessageModel.updateOne({ _id: message._id }, { $set: { createdAt: new Date(Date.now() - age) } });

    const response = await remove(asha, message, 'both');

    expect(response.status).toBe(status);
    if (status === 403) {
      expect(response.body).toMatchObject({ code: 'too_late', message: expect.stringMatching(/^[A-Z]/) });
      expect((await ravi.agent.get(message.image)).status).toBe(200);
    }
    expect((await remove(asha, message, 'me')).status).toBe(200);
  });

  it('after the time limit with a deleted message: responds 200', async () => {
    const [asha, ravi] = await signInTwo(app);
    const message = await sendMessage(asha, ravi.user._id);
    await remove(asha, message, 'both');
    const old = new Date(Date.now() - 2 * DELETE_FOR_BOTH_MS);
    await MessageModel.updateOne({ _id: message._id }, { $set: { createdAt: old } });

    expect((await remove(asha, message, 'both')).status).toBe(200);
  });

  it('followed by a repeated send: returns the empty message and stores nothing', async () => {
    const [asha, ravi] = await signInTwo(app);
    const body = buildMessageInput({ clientMessageId: crypto.randomUUID() });
    const message = await sendMessage(asha, ravi.user._id, body);
    const { body: deleted } = await remove(asha, message, 'both');

    const repeated = await asha.agent.post(`/api/message/send/${ravi.user._id}`).send(body);

    expect([repeated.status, repeated.body]).toEqual([200, deleted.message]);
    expect(await MessageModel.countDocuments()).toBe(1);
  });

  it('between users with a block: succeeds', async () => {
    const [asha, ravi] = await signInTwo(app);
    const message = await sendMessage(asha, ravi.user._id);
    await ravi.agent.put(`/api/message/${asha.user._id}/block`);

    expect((await remove(asha, message, 'both')).status).toBe(200);
  });
});

describe('reactions: PUT and DELETE /api/message/:messageId/reaction', () => {
  it('by both users: are listed in order of time, replaced by newer ones and can be removed', async () => {
    const [asha, ravi] = await signInTwo(app);
    const message = await sendMessage(asha, ravi.user._id);

    const first = await react(ravi, message, '👍');
    await react(asha, message, '❤️');
    const seen = (await readMessages(asha, ravi))[0]?.reactions;
    await react(asha, message, '🙏');
    const removed = await unreact(ravi, message);

    expect(first.body).toEqual({
      message: { ...message, reactions: [{ userId: ravi.user._id, emoji: '👍' }] },
    });
    expect(seen).toEqual([
      { userId: ravi.user._id, emoji: '👍' },
      { userId: asha.user._id, emoji: '❤️' },
    ]);
    expect(removed.body).toEqual({
      message: { ...message, reactions: [{ userId: asha.user._id, emoji: '🙏' }] },
    });
    await unreact(asha, message);
    expect(await readMessages(ravi, asha)).toEqual([message]);
  });

  it('with open sockets: notify both users with the current message; repeats notify nobody', async () => {
    const [asha, ravi] = await signInTwo(app);
    const message = await sendMessage(asha, ravi.user._id);
    const both = await Promise.all([
      sockets.open({ cookie: asha.cookie }),
      sockets.open({ cookie: ravi.cookie }),
    ]);

    const statuses = [
      await react(ravi, message, '😮'),
      await react(ravi, message, '😮'),
      await unreact(ravi, message),
      await unreact(ravi, message),
      await unreact(asha, message),
      await react(asha, message, '😢'),
    ].map(({ status }) => status);

    expect(new Set(statuses)).toEqual(new Set([200]));
    const withReaction = (viewer: SignedIn, emoji: string) => ({
      ...message,
      reactions: [{ userId: viewer.user._id, emoji }],
    });
    for (const socket of both) {
      await until(() =>
        expect(socket.received('messageChanged')).toEqual([
          { message: withReaction(ravi, '😮'), changeNumber: 1 },
          { message, changeNumber: 2 },
          { message: withReaction(asha, '😢'), changeNumber: 3 },
        ]),
      );
    }
  });

  it('removed from a message without reactions: record no change', async () => {
    const [asha, ravi] = await signInTwo(app);
    const message = await sendMessage(asha, ravi.user._id);

    const response = await unreact(ravi, message);

    expect([response.status, response.body]).toEqual([200, { message }]);
    expect(await readStoredPositions()).toEqual([]);
  });

  it('30 concurrent reactions by both users through two servers: keep one per user and number changes without gaps', async () => {
    const [asha, ravi] = await signInTwo(app);
    const message = await sendMessage(asha, ravi.user._id);
    const clients = [asha, ravi, viaServer(otherServer, asha), viaServer(otherServer, ravi)];

    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        react(clients[index % 4] ?? asha, message, ['👍', '❤️', '😂'][index % 3] ?? ''),
      ),
    );

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const [stored] = await readMessages(asha, ravi);
    expect(stored?.reactions?.map(({ userId }) => userId).sort()).toEqual(
      [asha.user._id, ravi.user._id].sort(),
    );
    const numbers = await readStoredPositions();
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect((await readChanges(asha, ravi, 0)).messages).toEqual([stored]);
  });

  it('on a message deleted for both or for oneself: respond 404', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [deletedForBoth, hidden] = [
      await sendMessage(asha, ravi.user._id),
      await sendMessage(asha, ravi.user._id),
    ];
    await remove(asha, deletedForBoth, 'both');
    await remove(ravi, hidden, 'me');

    const statuses = [
      (await react(ravi, deletedForBoth, '👍')).status,
      (await unreact(ravi, deletedForBoth)).status,
      (await react(ravi, hidden, '👍')).status,
    ];

    expect(statuses).toEqual([404, 404, 404]);
    for (const message of await MessageModel.find().lean()) expect(message.reactions).toBeUndefined();
  });

  it('between users with a block: respond 403 to both', async () => {
    const [asha, ravi] = await signInTwo(app);
    const message = await sendMessage(asha, ravi.user._id);
    await ravi.agent.put(`/api/message/${asha.user._id}/block`);

    const responses = [
      await react(asha, message, '👍'),
      await react(ravi, message, '👍'),
      await unreact(asha, message),
    ];

    expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
      Array(3).fill([403, 'cannot_message']),
    );
  });

  it('with invalid input, unknown messages or no session: respond 400, 404, 401', async () => {
    const [asha, ravi] = await signInTwo(app);
    const third = await signIn(app);
    const message = await sendMessage(asha, ravi.user._id);

    for (const body of [{}, { emoji: '🦄' }, { emoji: 'x' }, { emoji: { $ne: null } }, { emoji: ['👍'] }]) {
      expect((await ravi.agent.put(`/api/message/${message._id}/reaction`).send(body)).status).toBe(400);
    }
    const statuses = [
      (await react(third, message, '👍')).status,
      (await unreact(third, message)).status,
      (await react(ravi, { _id: UNKNOWN_ID }, '👍')).status,
      (await react(ravi, { _id: '12' }, '👍')).status,
      (await react({ agent: app.agent() }, message, '👍')).status,
      (await unreact({ agent: app.agent() }, message)).status,
    ];
    expect(statuses).toEqual([404, 404, 404, 400, 401, 401]);
    expect(await readMessages(asha, ravi)).toEqual([message]);
  });
});

describe('GET /api/message/:userId/changes', () => {
  it('since the change number of a page: returns each changed message once in its current state, and the removed ids', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [first, second, third, fourth] = [
      await sendMessage(asha, ravi.user._id, { text: 'एक' }),
      await sendMessage(asha, ravi.user._id, { text: 'दो' }),
      await sendMessage(asha, ravi.user._id, { text: 'तीन' }),
      await sendMessage(ravi, asha.user._id, { text: 'चार' }),
    ];
    await react(ravi, first, '👍');
    const { changeNumber } = await readConversation(asha, ravi);
    await react(ravi, second, '👍');
    await react(asha, second, '❤️');
    await remove(asha, third, 'both');
    await remove(asha, fourth, 'me');

    const ashaChanges = await readChanges(asha, ravi, changeNumber);
    const raviChanges = await readChanges(ravi, asha, changeNumber);

    expect(changeNumber).toBe(1);
    const reactions = [
      { userId: ravi.user._id, emoji: '👍' },
      { userId: asha.user._id, emoji: '❤️' },
    ];
    const messages = [
      { ...second, reactions },
      { ...third, text: '', deletedAt: expect.any(String) },
    ];
    expect(ashaChanges).toEqual({ messages, removed: [fourth._id], changeNumber: 5, hasMore: false });
    expect(raviChanges).toEqual({ messages, removed: [], changeNumber: 5, hasMore: false });
    expect((await readConversation(ravi, asha)).changeNumber).toBe(5);
  });

  it('page by page: returns all changes', async () => {
    const [asha, ravi] = await signInTwo(app);
    const messages: Message[] = [];
    for (let index = 0; index < 5; index += 1) messages.push(await sendMessage(asha, ravi.user._id));
    for (const message of messages) await react(ravi, message, '🙏');
    await remove(ravi, messages[0] as Message, 'me');
    await remove(ravi, messages[1] as Message, 'me');

    const changed: string[] = [];
    const removed: string[] = [];
    let since = 0;
    for (let hasMore = true; hasMore; ) {
      const page = await readChanges(ravi, asha, since, '&limit=2');
      changed.push(...page.messages.map(({ _id }) => _id));
      removed.push(...page.removed);
      expect(page.changeNumber).toBeGreaterThan(since);
      ({ hasMore, changeNumber: since } = page);
    }

    // A message that the user has removed is reported only as removed.
    expect(changed).toEqual(messages.slice(2).map(({ _id }) => _id));
    expect(removed).toEqual(messages.slice(0, 2).map(({ _id }) => _id));
    expect(since).toBe(7);
  });

  it('without newer changes or with a number beyond the log: returns the end of the log', async () => {
    const [asha, ravi] = await signInTwo(app);
    const message = await sendMessage(asha, ravi.user._id);
    const none = { messages: [], removed: [], hasMore: false };

    expect(await readChanges(asha, ravi, 0)).toEqual({ ...none, changeNumber: 0 });
    await react(asha, message, '👍');
    expect(await readChanges(asha, ravi, 1)).toEqual({ ...none, changeNumber: 1 });
    expect(await readChanges(asha, ravi, 99)).toEqual({ ...none, changeNumber: 1 });
  });

  it('after an attempt that failed between message and log: its repeat records the change once', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [first, second, third] = [
      await sendMessage(asha, ravi.user._id),
      await sendMessage(asha, ravi.user._id),
      await sendMessage(asha, ravi.user._id),
    ];
    const repeat = async () => {
      await react(ravi, first, '👍').expect(200);
      await remove(asha, second, 'both').expect(200);
      await remove(ravi, third, 'me').expect(200);
    };
    await repeat();
    await ChangeModel.deleteMany({});

    await repeat();
    await repeat();

    const changes = await readChanges(ravi, asha, 0);
    expect(changes.messages.map(({ _id }) => _id)).toEqual([first._id, second._id]);
    expect(changes.removed).toEqual([third._id]);
    expect(await readStoredPositions()).toEqual([1, 2, 3]);
  });

  it('after an attempt that failed between log and event: its repeat notifies once', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [first, second, third] = [
      await sendMessage(asha, ravi.user._id),
      await sendMessage(asha, ravi.user._id),
      await sendMessage(asha, ravi.user._id),
    ];
    const socket = await sockets.open({ cookie: ravi.cookie });
    const { collection } = ChangeModel;
    const insertOne = collection.insertOne.bind(collection);
    const insert = vi.spyOn(collection, 'insertOne');
    const attempts = [
      () => react(ravi, first, '👍'),
      () => remove(asha, second, 'both'),
      () => remove(ravi, third, 'me'),
    ];

    for (const attempt of attempts) {
      insert.mockImplementationOnce(async (change) => {
        await insertOne(change);
        throw new Error('The connection was lost');
      });
      await attempt().expect(500);
      await attempt().expect(200);
      await attempt().expect(200);
    }
    await react(asha, first, '😮').expect(200);

    await until(() => expect(socket.received('messageChanged')).toHaveLength(3));
    expect(
      socket.received('messageChanged').map(({ changeNumber, message }) => [changeNumber, message._id]),
    ).toEqual([
      [1, first._id],
      [2, second._id],
      [4, first._id],
    ]);
    expect(socket.received('messageRemoved')).toMatchObject([{ messageId: third._id, changeNumber: 3 }]);
    expect(await readStoredPositions()).toEqual([1, 2, 3, 4]);
  });

  it('after an attempt that failed between message and log, with an earlier change: its repeat records the change', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [first, second] = [await sendMessage(asha, ravi.user._id), await sendMessage(asha, ravi.user._id)];
    await react(ravi, first, '👍').expect(200);
    await remove(asha, second, 'me').expect(200);
    const repeat = async () => {
      await react(ravi, first, '🙏').expect(200);
      await remove(ravi, second, 'me').expect(200);
    };
    await repeat();
    await ChangeModel.deleteMany({ place: mongoose.trusted({ $gt: 2 }) });

    await repeat();
    await repeat();

    const changes = await readChanges(ravi, asha, 2);
    expect(changes.messages.map(({ _id, reactions }) => [_id, reactions])).toEqual([
      [first._id, [{ userId: ravi.user._id, emoji: '🙏' }]],
    ]);
    expect(changes.removed).toEqual([second._id]);
    expect(await readStoredPositions()).toEqual([1, 2, 3, 4]);
  });

  it('during reactions through two servers: a client that polls by change number ends with the stored state', async () => {
    const [asha, ravi] = await signInTwo(app);
    const messages: Message[] = [];
    for (let index = 0; index < 3; index += 1) messages.push(await sendMessage(asha, ravi.user._id));
    const received = new Map<string, Message>();
    let isOver = false;
    const follow = async () => {
      for (let since = 0, wasOver = false; ; ) {
        const page = await readChanges(ravi, asha, since, '&limit=3');
        for (const message of page.messages) received.set(message._id, message);
        since = page.changeNumber;
        if (page.hasMore) continue;
        if (wasOver) return;
        wasOver = isOver;
      }
    };

    const following = follow();
    const clients = [asha, viaServer(otherServer, ravi)];
    await Promise.all(
      clients.flatMap((viewer) =>
        messages.map(async (message) => {
          for (const emoji of ['👍', '😂', '😢']) await react(viewer, message, emoji).expect(200);
        }),
      ),
    );
    isOver = true;
    await following;

    expect([...received.values()].sort((a, b) => a._id.localeCompare(b._id))).toEqual(
      await readMessages(ravi, asha),
    );
    expect(await readStoredPositions()).toEqual(Array.from({ length: 18 }, (_, index) => index + 1));
  });

  it('with invalid input, an unknown user or no session: responds 400, 404, 401; without messages: empty', async () => {
    const [asha, ravi] = await signInTwo(app);
    const third = await signIn(app);
    await react(asha, await sendMessage(asha, ravi.user._id), '👍');
    const path = `/api/message/${ravi.user._id}/changes`;

    for (const query of ['', '?since=', '?since=x', '?since=-1', '?since=0&limit=0', '?since=0&limit=101']) {
      expect([query, (await asha.agent.get(path + query)).status]).toEqual([query, 400]);
    }
    expect((await asha.agent.get(`/api/message/${UNKNOWN_ID}/changes?since=0`)).status).toBe(404);
    expect((await app.request().get(`${path}?since=0`)).status).toBe(401);
    expect(await readChanges(third, ravi, 0)).toEqual({
      messages: [],
      removed: [],
      changeNumber: 0,
      hasMore: false,
    });
  });
});
