import type { Conversation, Message } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { type TestApp, useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { ConversationModel } from './conversation.model.js';
import { MessageModel } from './message.model.js';

useDatabase();
// Two servers that share only the database, like two processes.
const apps = [useApp(), useApp()];

const SENDERS = 12;
const MESSAGES_EACH = 6;

async function readPath(app: TestApp, reader: SignedIn, path: string): Promise<Conversation> {
  const response = await app.request().get(path).set('Cookie', reader.cookie);
  if (response.status !== 200) throw new Error(`${path} responded ${response.status}: ${response.text}`);
  return response.body;
}

/** Sends messages one after the other, like one tab. */
async function sendAll(app: TestApp, from: SignedIn, to: SignedIn, texts: readonly string[]) {
  for (const text of texts) {
    const response = await app
      .request()
      .post(`/api/message/send/${to.user._id}`)
      .set('Cookie', from.cookie)
      .send({ text, image: '', clientMessageId: crypto.randomUUID() });
    if (response.status !== 201) throw new Error(`send responded ${response.status}: ${response.text}`);
  }
}

describe('Reliability 2: a conversation that 12 senders write to through two servers at once', () => {
  it('has one order without gaps for both users, and pages with `after` miss nothing', async () => {
    const [first, second] = apps as [TestApp, TestApp];
    const [asha, ravi] = await Promise.all([signIn(first), signIn(first)]);
    const start = await first
      .request()
      .post(`/api/message/send/${ravi.user._id}`)
      .set('Cookie', asha.cookie)
      .send({ text: 'start', image: '' });
    let isOver = false;

    /** Reads all messages after the last one seen until the senders have finished, like a client that reconnects. */
    async function readUntilEnd(app: TestApp, reader: SignedIn, other: SignedIn): Promise<Message[]> {
      const seen: Message[] = [start.body];
      for (let wasOver = false; ; ) {
        const path = `/api/message/${other.user._id}?limit=5&after=${seen.at(-1)?._id}`;
        const page = await readPath(app, reader, path);
        seen.push(...page.messages_between_sender_receiver);
        if (page.messages_between_sender_receiver.length > 0) continue;
        if (wasOver) return seen;
        wasOver = isOver;
      }
    }
    const readers = [
      readUntilEnd(first, asha, ravi),
      readUntilEnd(second, ravi, asha),
      readUntilEnd(second, asha, ravi),
    ];
    await Promise.all(
      Array.from({ length: SENDERS }, (_, sender) => {
        const [from, to] = sender % 4 < 2 ? [asha, ravi] : [ravi, asha];
        const texts = Array.from({ length: MESSAGES_EACH }, (_, index) => `${sender}:${index}`);
        return sendAll(sender % 2 === 0 ? first : second, from, to, texts);
      }),
    );
    isOver = true;
    const readInOrder = await Promise.all(readers);

    const forAsha = await readPath(first, asha, `/api/message/${ravi.user._id}`);
    const forRavi = await readPath(second, ravi, `/api/message/${asha.user._id}`);
    const order = forAsha.messages_between_sender_receiver;
    expect(order).toHaveLength(1 + SENDERS * MESSAGES_EACH);
    expect(forRavi.messages_between_sender_receiver).toEqual(order);
    for (const seen of readInOrder) expect(seen.map(({ _id }) => _id)).toEqual(order.map(({ _id }) => _id));
    // The messages of each sender are in the order in which they were sent.
    for (let sender = 0; sender < SENDERS; sender += 1) {
      const ownTexts = order.map(({ text }) => text).filter((text) => text.startsWith(`${sender}:`));
      expect(ownTexts).toEqual(Array.from({ length: MESSAGES_EACH }, (_, index) => `${sender}:${index}`));
    }
    const stored = await MessageModel.find().sort({ seq: 1 }).lean();
    expect(stored.map(({ seq }) => seq)).toEqual(order.map((_, index) => index + 1));
    const conversations = await ConversationModel.find().lean();
    expect(conversations).toMatchObject([{ lastSeq: order.length }]);
    expect(conversations[0]?.lastMessageId.toHexString()).toBe(order.at(-1)?._id);
  });

  it('with one clientMessageId sent to both servers concurrently: stores it once', async () => {
    const [first, second] = apps as [TestApp, TestApp];
    const [asha, ravi] = await Promise.all([signIn(first), signIn(first)]);
    const body = { text: 'एक ही बार', image: '', clientMessageId: crypto.randomUUID() };

    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? first : second)
          .request()
          .post(`/api/message/send/${ravi.user._id}`)
          .set('Cookie', asha.cookie)
          .send(body),
      ),
    );

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(new Set(responses.map(({ body: { _id } }) => _id)).size).toBe(1);
    expect(await MessageModel.countDocuments()).toBe(1);
  });

  it('has a write concern of the majority and the journal', async () => {
    const writeConcern = MessageModel.db.getClient().options.writeConcern;

    expect(writeConcern).toMatchObject({ w: 'majority', j: true });
    // The model does not override it.
    expect(MessageModel.schema.get('writeConcern')).toBeUndefined();
  });
});
