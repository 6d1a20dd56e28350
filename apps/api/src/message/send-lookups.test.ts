import mongoose from 'mongoose';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { signInTwo } from '../../test/conversation.js';
import { buildMessageInput, sendMessage } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import type { SignedIn } from '../../test/sign-in.js';
import { until, useSockets } from '../../test/socket.js';
import { MAX_AGE_MS } from '../lib/announced-cache.js';
import { BlockModel } from './block.model.js';
import { conversationKey, MessageModel } from './message.model.js';

useDatabase();
const app = useApp();
const sockets = useSockets(app);

const send = ({ agent }: SignedIn, to: SignedIn, body: object = buildMessageInput()) =>
  agent.post(`/api/message/send/${to.user._id}`).send(body);

/** Runs an action. Returns its operations on the database, as `collection.method` in their order. */
async function recordOperations(action: () => Promise<unknown>): Promise<string[]> {
  const operations: string[] = [];
  const listen = ({ collectionName, method }: { collectionName: string; method: string }) => {
    operations.push(`${collectionName}.${method}`);
  };
  mongoose.connection.on('operation-start', listen);
  await action().finally(() => mongoose.connection.off('operation-start', listen));
  return operations;
}

describe('a sent message', () => {
  beforeEach(() => {
    // Stops the clock of the caches: on a busy machine, entries could expire during a test.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  it('within a second of the previous one: reads nothing, and is published before its conversation is written', async () => {
    const [asha, ravi] = await signInTwo(app);
    const socket = await sockets.open({ cookie: ravi.cookie });
    await sendMessage(asha, ravi.user._id);

    const operations = await recordOperations(() =>
      sendMessage(asha, ravi.user._id, { clientMessageId: crypto.randomUUID() }),
    );

    expect(operations).toEqual(['messages.insertOne', 'conversations.updateOne']);
    await until(() => expect(socket.received('newMessage')).toHaveLength(2));
  });

  it('after a pause: looks up the session, the recipient, blocks and the last position concurrently', async () => {
    const [asha, ravi] = await signInTwo(app);
    await sendMessage(asha, ravi.user._id);
    vi.advanceTimersByTime(MAX_AGE_MS);

    const operations = await recordOperations(() => sendMessage(asha, ravi.user._id));

    // The session is read last, so the other queries did not wait for it.
    expect(operations.slice(0, 3).sort()).toEqual(['blocks.findOne', 'messages.findOne', 'users.findOne']);
    expect(operations.slice(3, -2)).toEqual(['sessions.find']);
    expect(operations.slice(-2)).toEqual(['messages.insertOne', 'conversations.updateOne']);
  });

  it('with the token of an ended session, after a pause: responds 401 and stores nothing', async () => {
    const [asha, ravi] = await signInTwo(app);
    await app.request().post('/api/auth/logout').set('Cookie', asha.cookie);
    vi.advanceTimersByTime(MAX_AGE_MS);

    const response = await app
      .request()
      .post(`/api/message/send/${ravi.user._id}`)
      .set('Cookie', asha.cookie)
      .send(buildMessageInput());

    expect(response.status).toBe(401);
    expect(await MessageModel.countDocuments()).toBe(0);
  });

  it('after a pause in which another process stored messages: takes the next position at the first attempt', async () => {
    const [asha, ravi] = await signInTwo(app);
    await sendMessage(asha, ravi.user._id);
    await MessageModel.create({
      conversation: conversationKey(asha.user._id, ravi.user._id),
      seq: 2,
      senderId: ravi.user._id,
      receiverId: asha.user._id,
      clientKey: `${ravi.user._id}:other process`,
      createdAt: new Date(),
    });
    vi.advanceTimersByTime(MAX_AGE_MS);

    const operations = await recordOperations(() => sendMessage(asha, ravi.user._id));

    expect(operations.filter((operation) => operation === 'messages.insertOne')).toHaveLength(1);
    expect(await MessageModel.distinct('seq')).toEqual([1, 2, 3]);
  });

  it('to a user whose block was stored without an announcement: is rejected a second later', async () => {
    const [asha, ravi] = await signInTwo(app);
    await sendMessage(asha, ravi.user._id);
    await BlockModel.create({
      blockerId: ravi.user._id,
      blockedId: asha.user._id,
      conversation: conversationKey(asha.user._id, ravi.user._id),
    });
    vi.advanceTimersByTime(MAX_AGE_MS);

    expect((await send(asha, ravi)).status).toBe(403);
  });

  it('repeated while its recipient has blocked the sender: responds 200 with the stored message', async () => {
    const [asha, ravi] = await signInTwo(app);
    const clientMessageId = crypto.randomUUID();
    const first = await sendMessage(asha, ravi.user._id, { clientMessageId });
    await ravi.agent.put(`/api/message/${asha.user._id}/block`);

    const repeated = await send(asha, ravi, buildMessageInput({ clientMessageId }));

    expect([repeated.status, repeated.body]).toEqual([200, first]);
    expect((await send(asha, ravi)).status).toBe(403);
  });
});
