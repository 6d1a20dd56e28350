import { type Conversation, USER_ID_HEADER } from '@safarnama/contracts';
import { describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { readConversation, signInTwo } from '../../test/conversation.js';
import { buildMessageInput, PNG_DATA_URL, sendMessage } from '../../test/factories.js';
import { insertInBatches } from '../../test/insert-in-batches.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { until, useSockets } from '../../test/socket.js';
import { BlobModel, MediaModel } from '../media/media.model.js';
import { ConversationModel } from './conversation.model.js';
import { MessageModel } from './message.model.js';

useDatabase();
const app = useApp();
const sockets = useSockets(app);

const UNKNOWN_ID = '0123456789abcdef01234567';

const textsOf = ({ messages_between_sender_receiver }: Conversation) =>
  messages_between_sender_receiver.map(({ text }) => text);

/** Stores messages directly; their texts are their positions: `1`, `2` and so on. */
async function storeMessages(from: SignedIn, to: SignedIn, count: number): Promise<void> {
  const conversation = [from.user._id, to.user._id].sort().join(':');
  const start = Date.now() - count;
  await insertInBatches(
    (part) => MessageModel.insertMany(part),
    Array.from({ length: count }, (_, index) => ({
      conversation,
      seq: index + 1,
      senderId: index % 2 === 0 ? from.user._id : to.user._id,
      receiverId: index % 2 === 0 ? to.user._id : from.user._id,
      text: String(index + 1),
      clientKey: `${conversation}:${index}`,
      createdAt: new Date(start + index),
    })),
  );
}

describe('POST /api/message/send/:receiverId', () => {
  it('with a text: responds 201 with the message and stores it', async () => {
    const [asha, ravi] = await signInTwo(app);
    const clientMessageId = crypto.randomUUID();

    const response = await asha.agent
      .post(`/api/message/send/${ravi.user._id}`)
      .send({ text: 'नमस्ते 👨‍👩‍👧‍👦', image: '', clientMessageId });

    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      senderId: asha.user._id,
      receiverId: ravi.user._id,
      text: 'नमस्ते 👨‍👩‍👧‍👦',
      image: '',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      clientMessageId,
      post: null,
      quotedText: '',
    });
    expect(await MessageModel.find().lean()).toMatchObject([
      { text: 'नमस्ते 👨‍👩‍👧‍👦', seq: 1, clientMessageId },
    ]);
  });

  it('from a page of a user who was signed in before: responds 401 and stores nothing', async () => {
    const [asha, ravi] = await signInTwo(app);
    const zoya = await signIn(app);
    const send = (pageOf: string) =>
      zoya.agent
        .post(`/api/message/send/${ravi.user._id}`)
        .set(USER_ID_HEADER, pageOf)
        .send({ text: 'किसका?', image: '' });

    const mismatched = await send(asha.user._id);
    const stored = await MessageModel.countDocuments();
    const matching = await send(zoya.user._id);

    expect([mismatched.status, mismatched.body.code, matching.status]).toEqual([
      401,
      'not_authenticated',
      201,
    ]);
    expect(stored).toBe(0);
  });

  it('with surrounding white space: stores the text trimmed and in NFC', async () => {
    const [asha, ravi] = await signInTwo(app);

    const message = await sendMessage(asha, ravi.user._id, { text: ' \n\tCafe\u0301 in காஞ்சி \u00a0\n' });

    expect(message.text).toBe('Caf\u00e9 in காஞ்சி');
    expect(await MessageModel.findById(message._id).lean()).toMatchObject({ text: 'Caf\u00e9 in காஞ்சி' });
  });

  it.each([
    ['4,000 characters of two UTF-16 units', '😀'.repeat(4_000), 201],
    ['4,000 characters in NFC, sent in NFD', 'e\u0301'.repeat(4_000), 201],
    ['4,001 characters', 'ব'.repeat(4_001), 400],
  ])('with a text of %s: applies the length limit', async (_, text, status) => {
    const [asha, ravi] = await signInTwo(app);

    const response = await asha.agent.post(`/api/message/send/${ravi.user._id}`).send({ text, image: '' });

    expect(response.status).toBe(status);
    expect(await MessageModel.countDocuments()).toBe(status === 201 ? 1 : 0);
  });

  it.each([
    ['neither text nor picture', { text: '', image: '' }],
    ['an empty object', {}],
    ['white space and zero-width characters alone', { text: ' \u200b\u200d\n', image: '' }],
    ['an operator as text', { text: { $gt: '' }, image: '' }],
    ['a number as text', { text: 5, image: '' }],
    ['an operator as picture', { text: 'x', image: { $ne: null } }],
    ['a foreign URL as picture', { text: 'x', image: 'https://example.com/a.png' }],
    ['a picture with invalid bytes', { text: 'x', image: 'data:image/png;base64,bm8gcGljdHVyZQ==' }],
    ['a client id with other characters', { text: 'x', clientMessageId: '$gt' }],
    ['an operator as client id', { text: 'x', clientMessageId: { $ne: null } }],
    ['a list', [1]],
  ])('with %s: responds 400 and stores nothing', async (_, body) => {
    const [asha, ravi] = await signInTwo(app);

    const response = await asha.agent.post(`/api/message/send/${ravi.user._id}`).send(body);

    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      message: expect.any(String),
      code: expect.any(String),
      requestId: expect.any(String),
    });
    expect(await MessageModel.countDocuments()).toBe(0);
    expect(await ConversationModel.countDocuments()).toBe(0);
  });

  it('with server-side fields in the body: ignores them', async () => {
    const [asha, ravi] = await signInTwo(app);
    const forged = {
      _id: UNKNOWN_ID,
      senderId: ravi.user._id,
      createdAt: '2001-01-01T00:00:00.000Z',
      seq: 99,
    };

    const response = await asha.agent
      .post(`/api/message/send/${ravi.user._id}`)
      .send({ ...buildMessageInput(), ...forged });

    expect(response.status).toBe(201);
    const stored = await MessageModel.findOne().lean();
    expect(stored?._id.toHexString()).not.toBe(UNKNOWN_ID);
    expect(stored?.senderId.toHexString()).toBe(asha.user._id);
    expect(stored?.createdAt.getFullYear()).toBeGreaterThan(2001);
    expect(stored?.seq).toBe(1);
  });

  it.each([
    ['as it is', (id: string) => id],
    ['in upper case', (id: string) => id.toUpperCase()],
  ])('to oneself, with the id %s: responds 400', async (_, write) => {
    const asha = await signIn(app);

    const response = await asha.agent
      .post(`/api/message/send/${write(asha.user._id)}`)
      .send(buildMessageInput());

    expect(response.status).toBe(400);
    expect(response.body.code).toBe('to_oneself');
    expect(await MessageModel.countDocuments()).toBe(0);
  });

  it('to an unknown user: responds 404; to a malformed id: responds 400', async () => {
    const asha = await signIn(app);

    const unknown = await asha.agent.post(`/api/message/send/${UNKNOWN_ID}`).send(buildMessageInput());
    const malformed = await asha.agent.post('/api/message/send/12').send(buildMessageInput());

    expect(unknown.status).toBe(404);
    expect(malformed.status).toBe(400);
    expect(await MessageModel.countDocuments()).toBe(0);
  });

  it('without a session: responds 401 and stores nothing', async () => {
    const ravi = await signIn(app);

    const response = await app.request().post(`/api/message/send/${ravi.user._id}`).send(buildMessageInput());

    expect(response.status).toBe(401);
    expect(response.body.message).toBe('Not Authenticated.');
    expect(await MessageModel.countDocuments()).toBe(0);
  });

  it('to an upper-case id: uses the same conversation', async () => {
    const [asha, ravi] = await signInTwo(app);
    await sendMessage(asha, ravi.user._id.toUpperCase(), { text: 'एक' });
    await sendMessage(ravi, asha.user._id, { text: 'दो' });

    const conversation = await readConversation(asha, ravi);

    expect(textsOf(conversation)).toEqual(['एक', 'दो']);
    expect(await ConversationModel.countDocuments()).toBe(1);
  });

  it('repeated with the same clientMessageId: responds 200 with the stored message', async () => {
    const [asha, ravi] = await signInTwo(app);
    const clientMessageId = crypto.randomUUID();
    const first = await sendMessage(asha, ravi.user._id, { text: 'first', clientMessageId });

    const response = await asha.agent
      .post(`/api/message/send/${ravi.user._id}`)
      .send({ text: 'second', image: PNG_DATA_URL, clientMessageId });

    expect(response.status).toBe(200);
    expect(response.body).toEqual(first);
    expect(await MessageModel.countDocuments()).toBe(1);
    expect(await MediaModel.countDocuments()).toBe(0);
  });

  it('50 concurrent sends with the same clientMessageId: store one message with one picture', async () => {
    const [asha, ravi] = await signInTwo(app);
    const body = { text: '', image: PNG_DATA_URL, clientMessageId: crypto.randomUUID() };

    const responses = await Promise.all(
      Array.from({ length: 50 }, () => asha.agent.post(`/api/message/send/${ravi.user._id}`).send(body)),
    );

    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(49).fill(200), 201]);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    const stored = await MessageModel.find().lean();
    expect(stored).toHaveLength(1);
    expect(await MediaModel.find().lean()).toMatchObject([{ key: stored[0]?.image?.key }]);
  });

  it('repeated after a first attempt that was stored but failed: notifies the receiver once', async () => {
    const [asha, ravi] = await signInTwo(app);
    const socket = await sockets.open({ cookie: ravi.cookie });
    const body = buildMessageInput({ clientMessageId: crypto.randomUUID() });
    const send = () => asha.agent.post(`/api/message/send/${ravi.user._id}`).send(body);
    const insert = MessageModel.collection.insertOne.bind(MessageModel.collection);
    vi.spyOn(MessageModel.collection, 'insertOne').mockImplementationOnce(async (...args) => {
      await insert(...args);
      throw new Error('connection lost before the response');
    });

    const failed = await send();
    const [repeated, repeatedAgain] = [await send(), await send()];
    const next = await sendMessage(asha, ravi.user._id);
    await until(() => expect(socket.received('newMessage')).toContainEqual(next));

    expect([failed.status, repeated.status, repeatedAgain.status]).toEqual([500, 200, 200]);
    expect(socket.received('newMessage')).toEqual([repeated.body, next]);
  });

  it('with the same clientMessageId by two users: stores both', async () => {
    const [asha, ravi] = await signInTwo(app);
    const clientMessageId = 'tab-1';

    await sendMessage(asha, ravi.user._id, { clientMessageId });
    await sendMessage(ravi, asha.user._id, { clientMessageId });

    expect(await MessageModel.countDocuments()).toBe(2);
  });

  it('repeated after an attempt that failed between its two writes: lists the conversation', async () => {
    const [asha, ravi] = await signInTwo(app);
    const clientMessageId = crypto.randomUUID();
    const message = await sendMessage(asha, ravi.user._id, { clientMessageId });
    await ConversationModel.deleteMany({});

    const repeated = await asha.agent
      .post(`/api/message/send/${ravi.user._id}`)
      .send(buildMessageInput({ clientMessageId }));
    const contacts = await ravi.agent.get('/api/message/get-all-users');

    expect(repeated.status).toBe(200);
    expect(contacts.body[0]).toMatchObject({ _id: asha.user._id, lastMessage: message });
  });

  it('repeated after later messages: keeps the latest as last message', async () => {
    const [asha, ravi] = await signInTwo(app);
    const clientMessageId = crypto.randomUUID();
    await sendMessage(asha, ravi.user._id, { clientMessageId });
    const latest = await sendMessage(ravi, asha.user._id, { text: 'সবশেষে' });

    const repeated = await asha.agent
      .post(`/api/message/send/${ravi.user._id}`)
      .send(buildMessageInput({ clientMessageId }));
    const contacts = await asha.agent.get('/api/message/get-all-users');

    expect(repeated.status).toBe(200);
    expect(contacts.body[0].lastMessage).toEqual(latest);
  });

  it('with a picture: serves it to both users, responds 404 to others and 401 without a session', async () => {
    const [asha, ravi] = await signInTwo(app);
    const third = await signIn(app);

    const message = await sendMessage(asha, ravi.user._id, { text: '', image: PNG_DATA_URL });

    expect(message).toMatchObject({ text: '', image: expect.stringMatching(/^\/media\/[\w-]{24}$/) });
    expect(message.imageMeta).toMatchObject({
      width: expect.any(Number),
      height: expect.any(Number),
      thumbhash: expect.any(String),
    });
    const bySender = await asha.agent.get(message.image);
    const byReceiver = await ravi.agent.get(message.image);
    const byThird = await third.agent.get(message.image);
    const byGuest = await app.request().get(message.image);
    expect([bySender.status, byReceiver.status, byThird.status, byGuest.status]).toEqual([
      200, 200, 404, 401,
    ]);
    expect(byReceiver.headers['content-type']).toBe('image/webp');
    expect(byThird.body).not.toBeInstanceOf(Buffer);
  });

  it('with the URL of another message’s picture: responds 400', async () => {
    const [asha, ravi] = await signInTwo(app);
    const { image } = await sendMessage(asha, ravi.user._id, { image: PNG_DATA_URL });

    const response = await ravi.agent.post(`/api/message/send/${asha.user._id}`).send({ text: 'x', image });

    expect(response.status).toBe(400);
    expect(await MessageModel.countDocuments()).toBe(1);
    expect(await BlobModel.countDocuments()).toBe(1);
  });
});

describe('GET /api/message/:userId', () => {
  it('without parameters: returns the newest 500, oldest first, and a cursor for earlier ones', async () => {
    const [asha, ravi] = await signInTwo(app);
    await storeMessages(asha, ravi, 503);

    const page = await readConversation(asha, ravi);
    const earlier = await readConversation(asha, ravi, `?before=${page.nextCursor}`);

    expect(textsOf(page)).toEqual(Array.from({ length: 500 }, (_, index) => String(index + 4)));
    expect(page.nextCursor).toBe(page.messages_between_sender_receiver[0]?._id);
    expect(textsOf(earlier)).toEqual(['1', '2', '3']);
    expect(earlier.nextCursor).toBeNull();
  });

  it.each([
    ['before', 7, ['14', '15', '16', '17', '18', '19', '20']],
    ['after', 7, ['2', '3', '4', '5', '6', '7', '8']],
  ] as const)(
    'page by page with %s: returns every message once, in order',
    async (direction, limit, first) => {
      const [asha, ravi] = await signInTwo(app);
      await storeMessages(asha, ravi, 20);
      const all = (await readConversation(asha, ravi)).messages_between_sender_receiver;
      const pages: string[][] = [];

      let query = direction === 'before' ? `?limit=${limit}` : `?limit=${limit}&after=${all[0]?._id}`;
      for (
        let page = await readConversation(ravi, asha, query);
        ;
        page = await readConversation(ravi, asha, query)
      ) {
        pages.push(textsOf(page));
        if (page.nextCursor === null) break;
        query = `?limit=${limit}&${direction}=${page.nextCursor}`;
      }

      expect(pages[0]).toEqual(first);
      const received = direction === 'before' ? pages.reverse().flat() : pages.flat();
      const expected = all.map(({ text }) => text).slice(direction === 'before' ? 0 : 1);
      expect(received).toEqual(expected);
    },
  );

  it('with after the newest message: returns an empty page, and later the messages sent since', async () => {
    const [asha, ravi] = await signInTwo(app);
    const last = await sendMessage(asha, ravi.user._id);

    const before = await readConversation(ravi, asha, `?after=${last._id}`);
    const next = await sendMessage(asha, ravi.user._id);
    const after = await readConversation(ravi, asha, `?after=${last._id}`);

    expect(before).toMatchObject({ messages_between_sender_receiver: [], nextCursor: null });
    expect(after.messages_between_sender_receiver).toEqual([next]);
  });

  it('without messages: returns an empty list', async () => {
    const [asha, ravi] = await signInTwo(app);

    const page = await readConversation(asha, ravi);

    expect(page).toEqual({
      messages_between_sender_receiver: [],
      nextCursor: null,
      changeNumber: 0,
      unreadCount: 0,
      isBlocked: false,
      canMessage: true,
    });
  });

  it('with a user of another conversation: returns no messages of others', async () => {
    const [asha, ravi] = await signInTwo(app);
    const third = await signIn(app);
    await sendMessage(asha, ravi.user._id, { text: 'for ravi alone' });

    const page = await readConversation(third, ravi);

    expect(page.messages_between_sender_receiver).toEqual([]);
  });

  it('with a message of another conversation or an unknown one: responds 400', async () => {
    const [asha, ravi] = await signInTwo(app);
    const third = await signIn(app);
    const foreign = await sendMessage(third, ravi.user._id);
    await sendMessage(asha, ravi.user._id);

    const statuses = await Promise.all(
      [`before=${foreign._id}`, `after=${foreign._id}`, `before=${UNKNOWN_ID}`, `after=${UNKNOWN_ID}`].map(
        async (query) => (await asha.agent.get(`/api/message/${ravi.user._id}?${query}`)).status,
      ),
    );

    expect(statuses).toEqual([400, 400, 400, 400]);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=ten',
    'limit=',
    'before=12',
    'after=0123456789abcdef01234567&after=0123456789abcdef01234567',
    'before=&after=',
  ])('with ?%s: responds 400', async (query) => {
    const [asha, ravi] = await signInTwo(app);

    const response = await asha.agent.get(`/api/message/${ravi.user._id}?${query}`);

    expect(response.status).toBe(400);
  });

  it('with before and after: responds 400', async () => {
    const [asha, ravi] = await signInTwo(app);
    const { _id } = await sendMessage(asha, ravi.user._id);

    const response = await asha.agent.get(`/api/message/${ravi.user._id}?before=${_id}&after=${_id}`);

    expect(response.status).toBe(400);
  });

  it('with an unknown user, a malformed id, no session: responds 404, 400, 401', async () => {
    const asha = await signIn(app);

    const unknown = await asha.agent.get(`/api/message/${UNKNOWN_ID}`);
    const malformed = await asha.agent.get('/api/message/{}');
    const guest = await app.request().get(`/api/message/${asha.user._id}`);

    expect([unknown.status, malformed.status, guest.status]).toEqual([404, 400, 401]);
  });
});
