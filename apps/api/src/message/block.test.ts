import type { PublicUser } from '@safarnama/contracts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readAllPages } from '../../test/all-pages.js';
import { SHORT_TIMINGS, useApp } from '../../test/app.js';
import { readContact, readConversation, readMessages, signInTwo } from '../../test/conversation.js';
import { buildMessageInput, PNG_DATA_URL, sendMessage } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { until, useSockets } from '../../test/socket.js';
import { FollowModel } from '../follow/follow.model.js';
import { BlobModel, MediaModel } from '../media/media.model.js';
import { BlockModel } from './block.model.js';
import { conversationKey, MessageModel } from './message.model.js';

useDatabase();
const app = useApp({ realtimeTimings: SHORT_TIMINGS });
const sockets = useSockets(app);

const UNKNOWN_ID = '0123456789abcdef01234567';
/** Far above the publishing interval, for a busy machine. */
const PRESENCE_TIMEOUT_MS = 3_000;

function setBlock({ agent }: SignedIn, other: SignedIn, method: 'put' | 'delete' = 'put') {
  return agent[method](`/api/message/${other.user._id}/block`);
}

function send({ agent }: SignedIn, to: SignedIn, body: object = buildMessageInput()) {
  return agent.post(`/api/message/send/${to.user._id}`).send(body);
}

const BLOCKED_ERROR = {
  message: "You can't send messages to this person.",
  code: 'cannot_message',
  requestId: expect.any(String),
};

describe('PUT and DELETE /api/message/:userId/block', () => {
  it('of a user: neither can write to the other until the block is removed', async () => {
    const [asha, ravi] = await signInTwo(app);
    await sendMessage(asha, ravi.user._id, { text: 'पहले' });

    const blocked = await setBlock(asha, ravi);
    const refused = [await send(asha, ravi), await send(ravi, asha)];
    const unblocked = await setBlock(asha, ravi, 'delete');
    const accepted = [await send(asha, ravi), await send(ravi, asha)];

    expect([blocked.status, blocked.body]).toEqual([200, { isBlocked: true }]);
    for (const { status, body } of refused) expect([status, body]).toEqual([403, BLOCKED_ERROR]);
    expect([unblocked.status, unblocked.body]).toEqual([200, { isBlocked: false }]);
    expect(accepted.map(({ status }) => status)).toEqual([201, 201]);
    expect(await MessageModel.countDocuments()).toBe(3);
  });

  it('by both users: lasts until both have unblocked the other', async () => {
    const [asha, ravi] = await signInTwo(app);
    await setBlock(asha, ravi);
    await setBlock(ravi, asha);

    await setBlock(asha, ravi, 'delete');
    const refused = await send(ravi, asha);
    await setBlock(ravi, asha, 'delete');

    expect(refused.status).toBe(403);
    expect((await send(ravi, asha)).status).toBe(201);
  });

  it('in contacts and conversations: only the blocker sees isBlocked, and old messages stay', async () => {
    const [asha, ravi] = await signInTwo(app);
    const stranger = await signIn(app);
    const message = await sendMessage(asha, ravi.user._id);

    await setBlock(asha, ravi);
    await setBlock(asha, stranger);

    expect(await readContact(asha, ravi)).toMatchObject({ isBlocked: true, lastMessage: message });
    expect(await readContact(asha, stranger)).toMatchObject({ isBlocked: true });
    expect(await readContact(ravi, asha)).toMatchObject({ isBlocked: false });
    expect(await readConversation(asha, ravi)).toMatchObject({ isBlocked: true });
    expect(await readConversation(ravi, asha)).toMatchObject({ isBlocked: false });
    expect(await readMessages(ravi, asha)).toEqual([message]);
  });

  it('of a user: both see that they cannot message each other, until no block is left', async () => {
    const [asha, ravi] = await signInTwo(app);
    const canMessage = async () => [
      (await readConversation(asha, ravi)).canMessage,
      (await readConversation(ravi, asha)).canMessage,
    ];
    expect(await canMessage()).toEqual([true, true]);

    await setBlock(asha, ravi);
    expect(await canMessage()).toEqual([false, false]);
    await setBlock(ravi, asha);
    await setBlock(asha, ravi, 'delete');
    expect(await canMessage()).toEqual([false, false]);
    await setBlock(ravi, asha, 'delete');

    expect(await canMessage()).toEqual([true, true]);
  });

  it('of a user: notifies the other’s sockets that they cannot message the caller', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [ashaSocket, raviSocket] = await Promise.all([
      sockets.open({ cookie: asha.cookie }),
      sockets.open({ cookie: ravi.cookie }),
    ]);

    await setBlock(asha, ravi);
    await setBlock(asha, ravi, 'delete');

    const userId = asha.user._id;
    await until(() =>
      expect(raviSocket.received('canMessageChanged')).toEqual([
        { userId, canMessage: false },
        { userId, canMessage: true },
      ]),
    );
    expect(ashaSocket.received('canMessageChanged')).toEqual([{ userId: ravi.user._id, canMessage: true }]);
  });

  it('of a user, removed before its request has ended: all sockets end with the stored state', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [ashaSocket, raviSocket] = await Promise.all([
      sockets.open({ cookie: asha.cookie }),
      sockets.open({ cookie: ravi.cookie }),
    ]);
    const deleteOne = FollowModel.deleteOne.bind(FollowModel);
    let removal: Promise<unknown> | undefined;
    const spy = vi.spyOn(FollowModel, 'deleteOne').mockImplementation((async (filter: object) => {
      // The first two calls precede the block.
      if (spy.mock.calls.length > 2) removal ??= setBlock(asha, ravi, 'delete').then((response) => response);
      await removal;
      return deleteOne(filter);
    }) as never);
    onTestFinished(() => spy.mockRestore());

    await setBlock(asha, ravi).expect(200);

    expect(removal).toBeDefined();
    await until(() => expect(ashaSocket.received('blockChanged')).toHaveLength(2));
    await sendMessage(asha, ravi.user._id);
    await until(() => expect(raviSocket.received('newMessage')).toHaveLength(1));
    expect(ashaSocket.received('blockChanged').at(-1)).toEqual({ userId: ravi.user._id, isBlocked: false });
    expect(raviSocket.received('canMessageChanged').at(-1)).toEqual({
      userId: asha.user._id,
      canMessage: true,
    });
  });

  it('of a user who blocks the caller: is not revealed until the caller removes their block', async () => {
    const [asha, ravi] = await signInTwo(app);
    await setBlock(asha, ravi);
    const [ashaSocket, raviSocket] = await Promise.all([
      sockets.open({ cookie: asha.cookie }),
      sockets.open({ cookie: ravi.cookie }),
    ]);

    await setBlock(ravi, asha);
    await until(() => expect(raviSocket.received('blockChanged')).toHaveLength(1));
    expect(ashaSocket.received('canMessageChanged')).toEqual([]);
    await setBlock(asha, ravi, 'delete');

    await until(() =>
      expect(ashaSocket.received('canMessageChanged')).toEqual([
        { userId: ravi.user._id, canMessage: false },
      ]),
    );
    expect(raviSocket.received('canMessageChanged')).toEqual([]);
  });

  it('after an attempt that failed before publishing: the repeated call publishes the block', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [ashaSocket, raviSocket] = await Promise.all([
      sockets.open({ cookie: asha.cookie }),
      sockets.open({ cookie: ravi.cookie }),
    ]);
    await until(() => expect(raviSocket.online()).toContain(asha.user._id), PRESENCE_TIMEOUT_MS);
    const pair = { blockerId: asha.user._id, blockedId: ravi.user._id };
    await BlockModel.create({ ...pair, conversation: conversationKey(asha.user._id, ravi.user._id) });

    await setBlock(asha, ravi);
    await until(() => expect(raviSocket.online()).not.toContain(asha.user._id), PRESENCE_TIMEOUT_MS);
    await BlockModel.deleteOne(pair);
    await setBlock(asha, ravi, 'delete');
    await until(() => expect(raviSocket.online()).toContain(asha.user._id), PRESENCE_TIMEOUT_MS);

    expect(ashaSocket.received('blockChanged').map(({ isBlocked }) => isBlocked)).toEqual([true, false]);
  });

  it('20 concurrent calls: store one block and notify only the caller’s own sockets, in order', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [ashaSocket, raviSocket] = await Promise.all([
      sockets.open({ cookie: asha.cookie }),
      sockets.open({ cookie: ravi.cookie }),
    ]);

    const responses = await Promise.all(Array.from({ length: 20 }, () => setBlock(asha, ravi)));
    const stored = await BlockModel.countDocuments();
    const unblockResponses = await Promise.all(
      Array.from({ length: 5 }, () => setBlock(asha, ravi, 'delete')),
    );

    expect(new Set([...responses, ...unblockResponses].map(({ status }) => status))).toEqual(new Set([200]));
    expect(stored).toBe(1);
    const userId = ravi.user._id;
    await until(() =>
      expect(ashaSocket.received('blockChanged')).toEqual([
        ...responses.map(() => ({ userId, isBlocked: true })),
        ...unblockResponses.map(() => ({ userId, isBlocked: false })),
      ]),
    );
    expect(raviSocket.received('blockChanged')).toEqual([]);
  });

  it('followed by a message that is also invalid: names an unknown quote or story before the block', async () => {
    const [asha, ravi] = await signInTwo(app);
    await setBlock(ravi, asha);

    const [quote, story, both] = [
      await send(asha, ravi, buildMessageInput({ replyTo: UNKNOWN_ID })),
      await send(asha, ravi, buildMessageInput({ postId: UNKNOWN_ID })),
      await send(asha, ravi, buildMessageInput({ replyTo: UNKNOWN_ID, postId: UNKNOWN_ID })),
    ];

    expect([quote.status, quote.body.code]).toEqual([400, 'other_conversation']);
    expect([story.status, story.body.message]).toEqual([404, 'Post not found']);
    expect(both.status).toBe(400);
  });

  it('followed by a message with a picture: rejects it before processing the picture', async () => {
    const [asha, ravi] = await signInTwo(app);
    await setBlock(ravi, asha);

    const response = await send(asha, ravi, { text: '', image: PNG_DATA_URL });
    const invalid = await send(asha, ravi, { text: 'x', image: 'https://example.com/a.png' });

    expect(response.status).toBe(403);
    expect(invalid.status).toBe(400);
    expect(await BlobModel.countDocuments()).toBe(0);
  });

  it('while a picture is processed: rejects the message and discards the picture', async () => {
    const [asha, ravi] = await signInTwo(app);
    const { media } = app.server.services;
    const accept = media.accept;
    vi.spyOn(media, 'accept').mockImplementationOnce(async (input) => {
      await setBlock(ravi, asha).expect(200);
      return accept(input);
    });

    const response = await send(asha, ravi, { text: '', image: PNG_DATA_URL });

    expect([response.status, response.body]).toEqual([403, BLOCKED_ERROR]);
    expect([await MessageModel.countDocuments(), await MediaModel.countDocuments()]).toEqual([0, 0]);
  });

  it('while messages of the conversation wait for an earlier one: rejects them', async () => {
    const [asha, ravi] = await signInTwo(app);
    const { collection } = MessageModel;
    const insertOne = collection.insertOne.bind(collection);
    vi.spyOn(collection, 'insertOne').mockImplementationOnce(async (message) => {
      await setBlock(ravi, asha).expect(200);
      return insertOne(message);
    });

    const responses = await Promise.all([send(asha, ravi), send(asha, ravi), send(ravi, asha)]);

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
    expect(await MessageModel.countDocuments()).toBe(1);
  });

  it('followed by the repetition of an earlier send: responds 200 with the stored message', async () => {
    const [asha, ravi] = await signInTwo(app);
    const body = buildMessageInput({ clientMessageId: crypto.randomUUID() });
    const first = await send(asha, ravi, body);
    await setBlock(ravi, asha);

    const repeated = await send(asha, ravi, body);

    expect([repeated.status, repeated.body]).toEqual([200, first.body]);
  });

  it('of a user: does not affect conversations with others', async () => {
    const [asha, ravi] = await signInTwo(app);
    const third = await signIn(app);

    await setBlock(asha, ravi);

    expect((await send(asha, third)).status).toBe(201);
    expect((await send(third, ravi)).status).toBe(201);
  });

  it.each(['put', 'delete'] as const)(
    '%s of oneself, an unknown user, a malformed id, without a session: responds 400, 404, 400, 401',
    async (method) => {
      const asha = await signIn(app);
      const path = (id: string) => `/api/message/${id}/block`;

      const statuses = [
        (await asha.agent[method](path(asha.user._id.toUpperCase()))).status,
        (await asha.agent[method](path(UNKNOWN_ID))).status,
        (await asha.agent[method](path('12'))).status,
        (await app.request()[method](path(asha.user._id))).status,
      ];

      expect(statuses).toEqual([400, 404, 400, 401]);
      expect(await BlockModel.countDocuments()).toBe(0);
    },
  );
});

describe('GET /api/message/blocked', () => {
  it('page by page: lists the users whom the caller has blocked, newest block first', async () => {
    const asha = await signIn(app);
    const others = await Promise.all(
      Array.from({ length: 5 }, (_, index) => signIn(app, { fullName: `রবি ${index}` })),
    );
    for (const other of others) await setBlock(asha, other);
    const [first, second] = others as [SignedIn, SignedIn];
    await setBlock(first, second);
    await setBlock(first, asha);
    await setBlock(asha, second, 'delete');

    const { rows, pageLengths } = await readAllPages<PublicUser>(asha, '/api/message/blocked', 'users', {
      limit: 2,
    });

    expect(rows.map(({ fullName }) => fullName)).toEqual(['রবি 4', 'রবি 3', 'রবি 2', 'রবি 0']);
    expect(pageLengths).toEqual([2, 2]);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['_id', 'createdAt', 'fullName', 'profilePic']);
  });

  it('without blocks, with an invalid cursor, without a session: responds with an empty list, 400, 401', async () => {
    const asha = await signIn(app);

    const empty = await asha.agent.get('/api/message/blocked');
    const broken = await asha.agent.get('/api/message/blocked?cursor=x');
    const guest = await app.request().get('/api/message/blocked');

    expect(empty.body).toEqual({ users: [], nextCursor: null });
    expect([empty.status, broken.status, guest.status]).toEqual([200, 400, 401]);
  });
});
