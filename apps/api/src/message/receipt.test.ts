import { setTimeout as delay } from 'node:timers/promises';
import { MAX_UNREAD_COUNT, type Unread } from '@safarnama/contracts';
import { Types } from 'mongoose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { readContact, readConversation, signInTwo } from '../../test/conversation.js';
import { sendMessage } from '../../test/factories.js';
import { insertInBatches } from '../../test/insert-in-batches.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { until, useSockets } from '../../test/socket.js';
import { ConversationModel } from './conversation.model.js';
import { conversationKey, MessageModel } from './message.model.js';

useDatabase();
const app = useApp();
const sockets = useSockets(app);

const UNKNOWN_ID = '0123456789abcdef01234567';

async function sendReceipt(
  kind: 'delivered' | 'read',
  reader: SignedIn,
  author: SignedIn,
  upTo: string,
): Promise<number> {
  const response = await reader.agent.post(`/api/message/${author.user._id}/${kind}`).send({ upTo });
  if (response.status !== 200) throw new Error(`${kind} responded ${response.status}: ${response.text}`);
  return response.body.unreadCount;
}

async function readUnread({ agent }: SignedIn): Promise<Unread> {
  const response = await agent.get('/api/message/unread');
  if (response.status !== 200) throw new Error(`unread responded ${response.status}: ${response.text}`);
  return response.body;
}

/** Sends messages one after the other and returns their ids. */
async function sendMessages(from: SignedIn, to: SignedIn, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push((await sendMessage(from, to.user._id, { text: `ஒன்று ${index + 1}` }))._id);
  }
  return ids;
}

describe('POST /api/message/:userId/delivered and /read', () => {
  it.each(['delivered', 'read'] as const)(
    '%s, up to a message: the author sees the receipt in the contact list and in the conversation',
    async (kind) => {
      const [asha, ravi] = await signInTwo(app);
      const [first = '', second = ''] = await sendMessages(asha, ravi, 3);

      const afterFirst = await sendReceipt(kind, ravi, asha, first);
      const afterSecond = await sendReceipt(kind, ravi, asha, second);

      const shown = kind === 'read' ? { deliveredUpTo: second, readUpTo: second } : { deliveredUpTo: second };
      expect(await readContact(asha, ravi)).toMatchObject(shown);
      expect(await readConversation(asha, ravi)).toMatchObject(shown);
      expect([afterFirst, afterSecond]).toEqual(kind === 'read' ? [2, 1] : [3, 3]);
      const ownView = await readConversation(ravi, asha);
      expect(ownView.ownReadUpTo).toBe(kind === 'read' ? second : undefined);
      expect(ownView).not.toHaveProperty('readUpTo');
      expect(ownView).not.toHaveProperty('deliveredUpTo');
    },
  );

  it('up to a message that its author has deleted for themselves: shows the receipt at their previous message', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [first = '', second = '', third = ''] = await sendMessages(asha, ravi, 3);
    const deleteForSelf = (id: string) => asha.agent.delete(`/api/message/${id}?for=me`);
    const readVisibleReceipts = async () => {
      const { deliveredUpTo, readUpTo } = await readConversation(asha, ravi);
      return [deliveredUpTo, readUpTo];
    };
    const ashaSocket = await sockets.open({ cookie: asha.cookie });
    await deleteForSelf(second);

    await sendReceipt('read', ravi, asha, second);
    await until(() => expect(ashaSocket.received('messagesRead')[0]).toMatchObject({ upTo: first }));
    expect(await readVisibleReceipts()).toEqual([first, first]);
    // A message hidden later is not named either, but still counts as read.
    expect(await sendReceipt('read', ravi, asha, third)).toBe(0);
    await deleteForSelf(third);
    expect(await readVisibleReceipts()).toEqual([first, first]);
    await deleteForSelf(first);

    expect(await readVisibleReceipts()).toEqual([undefined, undefined]);
  });

  it('up to a message of the reader: sets the receipt to the author’s newest message before it', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [, second = ''] = await sendMessages(asha, ravi, 2);
    const reply = await sendMessage(ravi, asha.user._id, { text: 'हाँ, पढ़ लिया' });

    const unread = await sendReceipt('read', ravi, asha, reply._id.toUpperCase());

    expect(unread).toBe(0);
    expect(await readContact(asha, ravi)).toMatchObject({ readUpTo: second, deliveredUpTo: second });
  });

  it('up to a message before the author’s first one: returns the unread count and moves nothing', async () => {
    const [asha, ravi] = await signInTwo(app);
    const ownMessage = await sendMessage(asha, ravi.user._id);
    const before = await sendReceipt('read', asha, ravi, ownMessage._id);
    await sendMessages(ravi, asha, 2);

    const after = await sendReceipt('read', asha, ravi, ownMessage._id);

    expect([before, after]).toEqual([0, 2]);
    expect(await readContact(ravi, asha)).not.toHaveProperty('readUpTo');
  });

  it('up to an earlier message: does not move back', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [first = '', second = ''] = await sendMessages(asha, ravi, 2);
    await sendReceipt('read', ravi, asha, second);

    const unread = await sendReceipt('read', ravi, asha, first);
    await sendReceipt('delivered', ravi, asha, first);

    expect(unread).toBe(0);
    expect(await readContact(asha, ravi)).toMatchObject({ readUpTo: second, deliveredUpTo: second });
  });

  it('50 concurrent receipts in any order, over positions of one and two digits: end at the last message', async () => {
    const [asha, ravi] = await signInTwo(app);
    const ids = await sendMessages(asha, ravi, 12);
    const shuffled = Array.from({ length: 50 }, (_, index) => ids[(index * 7) % 12] ?? '');

    const counts = await Promise.all(
      shuffled.map((id, index) => sendReceipt(index % 3 === 0 ? 'delivered' : 'read', ravi, asha, id)),
    );
    await sendReceipt('read', ravi, asha, ids[0] ?? '');

    expect(Math.min(...counts)).toBeGreaterThanOrEqual(0);
    expect(await readContact(asha, ravi)).toMatchObject({ readUpTo: ids[11], deliveredUpTo: ids[11] });
    expect(await readConversation(ravi, asha)).toMatchObject({ ownReadUpTo: ids[11], unreadCount: 0 });
    expect(await readUnread(ravi)).toEqual({ total: 0, byUser: {} });
  });

  it('with open sockets: notifies the author once, and the reader’s own sockets with the unread count', async () => {
    const [asha, ravi] = await signInTwo(app);
    const third = await signIn(app);
    const [first = '', second = ''] = await sendMessages(asha, ravi, 2);
    const [ashaSocket, raviSocket, thirdSocket] = await Promise.all([
      sockets.open({ cookie: asha.cookie }),
      sockets.open({ cookie: ravi.cookie }),
      sockets.open({ cookie: third.cookie }),
    ]);

    await sendReceipt('delivered', ravi, asha, second);
    await sendReceipt('read', ravi, asha, first);
    await sendReceipt('read', ravi, asha, first);
    await sendReceipt('delivered', ravi, asha, first);
    const receipt = { byUserId: ravi.user._id, ofUserId: asha.user._id };
    await until(() => expect(ashaSocket.received('messagesRead')).toEqual([{ ...receipt, upTo: first }]));
    await until(() => expect(raviSocket.received('messagesRead')).toHaveLength(1));

    // This receipt comes last, so the repeats before it have sent no event.
    await sendReceipt('read', ravi, asha, second);
    await until(() => expect(ashaSocket.received('messagesRead')).toHaveLength(2));
    await until(() => expect(raviSocket.received('messagesRead')).toHaveLength(2));
    expect(ashaSocket.received('messagesDelivered')).toEqual([{ ...receipt, upTo: second }]);
    expect(raviSocket.received('messagesDelivered')).toEqual([{ ...receipt, upTo: second, unreadCount: 2 }]);
    expect(raviSocket.received('messagesRead')).toEqual([
      { ...receipt, upTo: first, unreadCount: 1 },
      { ...receipt, upTo: second, unreadCount: 0 },
    ]);
    expect([...thirdSocket.received('messagesRead'), ...thirdSocket.received('messagesDelivered')]).toEqual(
      [],
    );
  });

  it('by a user who appears offline: counts for the reader; the author sees only later receipts', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [first = '', second = ''] = await sendMessages(asha, ravi, 2);
    await sendReceipt('read', ravi, asha, first);
    const [ashaSocket, raviSocket] = await Promise.all([
      sockets.open({ cookie: asha.cookie }),
      sockets.open({ cookie: ravi.cookie }),
    ]);
    await ravi.agent.put('/api/auth/privacy').send({ appearOffline: true });

    const unread = await sendReceipt('read', ravi, asha, second);
    await until(() => expect(raviSocket.received('messagesRead')).toHaveLength(1));
    const hidden = await readContact(asha, ravi);
    await ravi.agent.put('/api/auth/privacy').send({ appearOffline: false });
    const stillHidden = await readContact(asha, ravi);
    await sendReceipt('read', ravi, asha, second);

    expect(unread).toBe(0);
    expect(hidden).toMatchObject({ readUpTo: first, deliveredUpTo: first });
    expect(stillHidden).toMatchObject({ readUpTo: first });
    expect(await readContact(asha, ravi)).toMatchObject({ readUpTo: second });
    await until(() => expect(ashaSocket.received('messagesRead')).toMatchObject([{ upTo: second }]));
  });

  it.each([true, false])(
    'between users with a block (by the reader: %s): is not shown to the author',
    async (byReader) => {
      const [asha, ravi] = await signInTwo(app);
      const [first = '', second = ''] = await sendMessages(asha, ravi, 2);
      await sendReceipt('delivered', ravi, asha, first);
      const [blocker, blocked] = byReader ? [ravi, asha] : [asha, ravi];
      await blocker.agent.put(`/api/message/${blocked.user._id}/block`);

      const unread = await sendReceipt('read', ravi, asha, second);

      expect(unread).toBe(0);
      const shown = await readContact(asha, ravi);
      expect(shown).toMatchObject({ deliveredUpTo: first });
      expect(shown).not.toHaveProperty('readUpTo');
    },
  );

  it.each(['delivered', 'read'] as const)(
    '%s, after an attempt that failed before publishing: the repeated call notifies both users once',
    async (kind) => {
      const [asha, ravi] = await signInTwo(app);
      const [upTo = ''] = await sendMessages(asha, ravi, 1);
      const openSockets = await Promise.all([
        sockets.open({ cookie: asha.cookie }),
        sockets.open({ cookie: ravi.cookie }),
      ]);
      const { collection } = ConversationModel;
      const update = collection.findOneAndUpdate.bind(collection);
      vi.spyOn(collection, 'findOneAndUpdate').mockImplementationOnce(async (...args) => {
        await update(...args);
        throw new Error('The connection was lost');
      });

      const failed = await ravi.agent.post(`/api/message/${asha.user._id}/${kind}`).send({ upTo });
      await sendReceipt(kind, ravi, asha, upTo);
      await sendReceipt(kind, ravi, asha, upTo);
      const [later = ''] = await sendMessages(asha, ravi, 1);
      await sendReceipt(kind, ravi, asha, later);

      expect(failed.status).toBe(500);
      const event = kind === 'read' ? 'messagesRead' : 'messagesDelivered';
      for (const socket of openSockets) {
        await until(() =>
          expect(socket.received(event).map((receipt) => receipt.upTo)).toEqual([upTo, later]),
        );
      }
    },
  );

  it('after a first send that failed before creating the conversation: creates it and advances', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [first = '', second = ''] = await sendMessages(asha, ravi, 3);
    await ConversationModel.deleteMany({});

    const counts = await Promise.all([
      sendReceipt('read', ravi, asha, first),
      sendReceipt('read', ravi, asha, second),
    ]);

    expect(Math.min(...counts)).toBe(1);
    expect(await readContact(asha, ravi)).toMatchObject({ readUpTo: second, unreadCount: 0 });
    expect(await readUnread(ravi)).toEqual({ total: 1, byUser: { [asha.user._id]: 1 } });
  });

  it('after a later send that failed before updating the conversation: updates it and counts the message', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [first = '', second = ''] = await sendMessages(asha, ravi, 2);
    await sendReceipt('read', ravi, asha, first);
    const lastMessageId = new Types.ObjectId(first);
    await ConversationModel.updateOne({}, { $set: { lastSeq: 1, lastMessageId, unreadFor: [] } });

    const unread = await sendReceipt('delivered', ravi, asha, second);

    expect(unread).toBe(1);
    expect(await readContact(ravi, asha)).toMatchObject({ unreadCount: 1, lastMessage: { _id: second } });
    expect(await readUnread(ravi)).toEqual({ total: 1, byUser: { [asha.user._id]: 1 } });
  });

  it.each(['delivered', 'read'])(
    '%s with invalid input, no session or an unknown user: responds 400, 401, 404',
    async (kind) => {
      const [asha, ravi] = await signInTwo(app);
      const third = await signIn(app);
      const foreign = await sendMessage(third, ravi.user._id);
      const { _id } = await sendMessage(asha, ravi.user._id);
      const path = `/api/message/${asha.user._id}/${kind}`;

      for (const upTo of [foreign._id, UNKNOWN_ID]) {
        const response = await ravi.agent.post(path).send({ upTo });
        expect([response.status, response.body.fields]).toEqual([
          400,
          [{ field: 'upTo', code: 'other_conversation', message: expect.any(String) }],
        ]);
      }
      for (const body of [{}, { upTo: '12' }, { upTo: { $ne: null } }]) {
        expect((await ravi.agent.post(path).send(body)).status).toBe(400);
      }
      expect((await third.agent.post(path).send({ upTo: _id })).status).toBe(400);
      expect((await asha.agent.post(path).send({ upTo: _id })).status).toBe(400);
      expect((await ravi.agent.post(`/api/message/${UNKNOWN_ID}/${kind}`).send({ upTo: _id })).status).toBe(
        404,
      );
      expect((await app.request().post(path).send({ upTo: _id })).status).toBe(401);
      expect(await readContact(asha, ravi)).not.toHaveProperty('deliveredUpTo');
    },
  );
});

/** Sends a message whose event arrives, but whose conversation is not updated until `release` is called. */
async function sendWithDelayedUpdate() {
  const [asha, ravi] = await signInTwo(app);
  await sendMessages(ravi, asha, 1);
  const { collection } = ConversationModel;
  const update = collection.updateOne.bind(collection);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const write = vi.spyOn(collection, 'updateOne').mockImplementationOnce(async (...args) => {
    await released;
    return update(...args);
  });
  onTestFinished(() => write.mockRestore());
  const socket = await sockets.open({ cookie: ravi.cookie });
  const sent = sendMessages(asha, ravi, 1);
  await until(() => expect(socket.received('newMessage')).toHaveLength(1));
  return { asha, ravi, sent, release };
}

describe('GET /api/message/unread', () => {
  it('with messages of several users: counts the unread ones of each', async () => {
    const [asha, ravi] = await signInTwo(app);
    const third = await signIn(app);
    const [first = ''] = await sendMessages(asha, ravi, 3);
    await sendMessages(third, ravi, 2);
    await sendReceipt('read', ravi, asha, first);

    const unread = await readUnread(ravi);

    expect(unread).toEqual({ total: 4, byUser: { [asha.user._id]: 2, [third.user._id]: 2 } });
    expect(await readContact(ravi, asha)).toMatchObject({ unreadCount: 2 });
    expect(await readConversation(ravi, third)).toMatchObject({ unreadCount: 2 });
    expect(await readUnread(asha)).toEqual({ total: 0, byUser: {} });
  });

  it('after the event of a message, while its conversation is being updated: waits and counts the message', async () => {
    const { asha, ravi, sent, release } = await sendWithDelayedUpdate();

    // Like a page that connects now: it receives no event of this message any more.
    const reads = Promise.all([readUnread(ravi), readContact(ravi, asha), readConversation(ravi, asha)]);
    const isWaiting = await Promise.race([reads.then(() => false), delay(100).then(() => true)]);
    release();
    const [unread, contact, conversation] = await reads;

    const [id] = await sent;
    expect(isWaiting).toBe(true);
    expect(unread).toEqual({ total: 1, byUser: { [asha.user._id]: 1 } });
    expect(contact).toMatchObject({ unreadCount: 1, lastMessage: { _id: id } });
    expect(conversation).toMatchObject({ unreadCount: 1 });
  });

  it('after the event of a message whose conversation takes long to update: responds without waiting for it', async () => {
    const { ravi, sent, release } = await sendWithDelayedUpdate();

    expect(await readUnread(ravi)).toEqual({ total: 0, byUser: {} });
    release();
    await sent;
    expect(await readUnread(ravi)).toMatchObject({ total: 1 });
  });

  it('while the database rejects writes: counts the messages', async () => {
    const [asha, ravi] = await signInTwo(app);
    await sendMessages(asha, ravi, 1);
    await MessageModel.updateMany({}, { $set: { deletedAt: new Date() } });
    const write = vi.spyOn(ConversationModel, 'updateOne').mockRejectedValue(new Error('The disk is full'));
    onTestFinished(() => write.mockRestore());

    const unread = await readUnread(ravi);

    expect(unread).toEqual({ total: 0, byUser: {} });
    expect(write).toHaveBeenCalled();
  });

  it('with more senders than one query counts: counts all of them', async () => {
    const senderCount = 250; // more than COUNT_BATCH_SIZE
    const asha = await signIn(app);
    const me = new Types.ObjectId(asha.user._id);
    const documents = Array.from({ length: senderCount }, () => {
      const [_id, writer, createdAt] = [new Types.ObjectId(), new Types.ObjectId(), new Date()];
      const conversation = conversationKey(asha.user._id, writer.toHexString());
      const pair = { senderId: writer, receiverId: me };
      return {
        messageDoc: {
          _id,
          conversation,
          seq: 1,
          ...pair,
          text: 'नमस्ते',
          clientKey: conversation,
          createdAt,
        },
        conversationDoc: {
          key: conversation,
          participants: [writer, me],
          lastSeq: 1,
          lastMessageId: _id,
          lastMessageAt: createdAt,
          unreadFor: [me],
        },
      };
    });
    await insertInBatches(
      (part) => MessageModel.insertMany(part),
      documents.map(({ messageDoc }) => messageDoc),
    );
    await insertInBatches(
      (part) => ConversationModel.insertMany(part),
      documents.map(({ conversationDoc }) => conversationDoc),
    );

    const response = await asha.agent.get('/api/message/unread');

    expect([response.status, response.body.total]).toEqual([200, senderCount]);
    expect(Object.keys(response.body.byUser)).toHaveLength(senderCount);
  });

  /** Stores more messages than are counted. @returns the id of a message by its index. */
  async function storeManyMessages(
    asha: SignedIn,
    ravi: SignedIn,
    isDeleted: (index: number) => boolean,
  ): Promise<(index: number) => string> {
    const [senderId, receiverId] = [new Types.ObjectId(asha.user._id), new Types.ObjectId(ravi.user._id)];
    const conversation = conversationKey(asha.user._id, ravi.user._id);
    const createdAt = new Date();
    const messages = Array.from({ length: MAX_UNREAD_COUNT + 20 }, (_, index) => ({
      _id: new Types.ObjectId(),
      conversation,
      seq: index + 1,
      senderId,
      receiverId,
      text: 'नमस्ते',
      clientKey: String(index),
      deletedAt: isDeleted(index) ? createdAt : null,
      createdAt,
    }));
    const idAt = (index: number) => String(messages.at(index)?._id);
    await insertInBatches((batch) => MessageModel.insertMany(batch), messages);
    await ConversationModel.create({
      key: conversation,
      participants: [senderId, receiverId],
      lastSeq: messages.length,
      lastMessageId: idAt(-1),
      lastMessageAt: createdAt,
      unreadFor: [receiverId],
    });
    return idAt;
  }

  it('with more messages of a sender than are counted: is the maximum; with fewer, counts all but deleted ones', async () => {
    const [asha, ravi] = await signInTwo(app);
    const idAt = await storeManyMessages(asha, ravi, (index) => [5, 500, 501].includes(index));

    const unread = await readUnread(ravi);
    const afterTen = await sendReceipt('read', ravi, asha, idAt(9));
    const afterThirty = await sendReceipt('read', ravi, asha, idAt(29));
    await sendMessages(ravi, asha, 20);

    const counted = MAX_UNREAD_COUNT - 12;
    expect(unread).toEqual({ total: MAX_UNREAD_COUNT, byUser: { [asha.user._id]: MAX_UNREAD_COUNT } });
    expect([afterTen, afterThirty]).toEqual([MAX_UNREAD_COUNT, counted]);
    // His own messages in between do not take the place of unread ones.
    expect(await readContact(ravi, asha)).toMatchObject({ unreadCount: counted });
  });

  it('with more messages of a sender than are counted, all newest ones deleted: keeps the earlier ones unread', async () => {
    const [asha, ravi] = await signInTwo(app);
    const idAt = await storeManyMessages(asha, ravi, (index) => index >= 15);

    const unread = await readUnread(ravi);
    const afterTen = await sendReceipt('read', ravi, asha, idAt(9));
    const afterTwenty = await sendReceipt('read', ravi, asha, idAt(19));

    expect(unread.total).toBe(MAX_UNREAD_COUNT);
    expect([afterTen, afterTwenty]).toEqual([MAX_UNREAD_COUNT, 0]);
  });

  it('after a reply without a receipt: keeps the other’s messages unread', async () => {
    const [asha, ravi] = await signInTwo(app);
    await sendMessages(asha, ravi, 2);

    await sendMessage(ravi, asha.user._id);

    expect((await readUnread(ravi)).total).toBe(2);
    expect(await readContact(ravi, asha)).toMatchObject({ unreadCount: 2 });
  });

  it('with everything read: later counts skip the conversation until a new message arrives', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [, second = ''] = await sendMessages(asha, ravi, 2);
    const hint = { unreadFor: ravi.user._id };
    expect(await ConversationModel.countDocuments(hint)).toBe(1);
    await sendMessage(ravi, asha.user._id);

    await sendReceipt('read', ravi, asha, second);
    expect(await ConversationModel.countDocuments(hint)).toBe(0);
    await sendMessages(asha, ravi, 1);

    expect(await ConversationModel.countDocuments(hint)).toBe(1);
    expect((await readUnread(ravi)).total).toBe(1);
  });

  it('with messages deleted by the reader, or by the author for both: leaves them out', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [first = '', second = ''] = await sendMessages(asha, ravi, 3);
    await ravi.agent.delete(`/api/message/${first}?for=me`).expect(200);
    await asha.agent.delete(`/api/message/${second}?for=both`).expect(200);

    expect(await readUnread(ravi)).toEqual({ total: 1, byUser: { [asha.user._id]: 1 } });
    expect(await readContact(ravi, asha)).toMatchObject({ unreadCount: 1 });
  });

  it('during concurrent sends and reads: ends with the number of unread messages', async () => {
    const [asha, ravi] = await signInTwo(app);
    const [first = ''] = await sendMessages(asha, ravi, 1);
    const ids: string[] = [first];
    await Promise.all([
      ...Array.from({ length: 10 }, async () => {
        ids.push((await sendMessage(asha, ravi.user._id))._id);
      }),
      ...Array.from({ length: 10 }, () => sendReceipt('read', ravi, asha, ids.at(-1) ?? first)),
      ...Array.from({ length: 5 }, () => readUnread(ravi)),
    ]);
    const { messages_between_sender_receiver: messages } = await readConversation(ravi, asha);
    const { ownReadUpTo } = await readConversation(ravi, asha);
    const unreadCount = messages.length - 1 - messages.findIndex(({ _id }) => _id === ownReadUpTo);

    expect((await readUnread(ravi)).total).toBe(unreadCount);
    expect((await readContact(ravi, asha)).unreadCount).toBe(unreadCount);
  });

  it('without a session: responds 401', async () => {
    expect((await app.request().get('/api/message/unread')).status).toBe(401);
  });
});
