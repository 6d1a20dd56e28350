import mongoose from 'mongoose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useDatabase } from '../../test/mongo.js';
import { BlockModel } from '../message/block.model.js';
import { ConversationModel } from '../message/conversation.model.js';
import { conversationKey, MessageModel } from '../message/message.model.js';
import { PostModel } from '../post/post.model.js';
import { LikeModel } from '../post/reaction.model.js';
import { MAX_AGE_MS } from './announced-cache.js';
import { createVersionedCache } from './versioned-cache.js';
import { createWriteVersions, isVersioned, type ReadScope, VERSIONED_COLLECTIONS } from './write-versions.js';

useDatabase();

const ASHA = '65f000000000000000000001';
const RAVI = '65f000000000000000000002';
const MEERA = '65f000000000000000000003';
const CHAT = ['likes', 'conversations', 'blocks', 'messages'] as const;
const STORIES: ReadScope = { collections: ['posts', 'likes'], userId: ASHA };

const collectionOf = (name: string) => mongoose.connection.collection(name);

/** A cache of numbers that count the reads. */
function createCounter(redis: Parameters<typeof createWriteVersions>[1] = null) {
  const versions = createWriteVersions(mongoose.connection, redis);
  onTestFinished(versions.close);
  const cached = createVersionedCache<number>({ versions, max: 2, maxSize: 100, sizeOf: (size) => size });
  let reads = 0;
  const read = async () => {
    reads += 1;
    return reads;
  };
  return { versions, cached, read, next: (scope = STORIES) => cached('key', scope, read) };
}

describe('createVersionedCache', () => {
  it('without a write: reads once in a second, also for calls during the read', async () => {
    const { next } = createCounter();
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());

    expect(await Promise.all([next(), next()])).toEqual([1, 1]);
    vi.advanceTimersByTime(MAX_AGE_MS - 1);
    expect(await next()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await next()).toBe(2);
  });

  it('when a read fails: reads again', async () => {
    const { cached, read } = createCounter();

    await expect(cached('key', STORIES, () => Promise.reject(new Error('timeout')))).rejects.toThrow(
      'timeout',
    );
    expect(await cached('key', STORIES, read)).toBe(1);
  });

  it('with more entries than allowed, or one that is too large: reads them again', async () => {
    const { cached } = createCounter();
    const get = (key: string, result: number) => cached(key, STORIES, async () => result);

    expect([await get('a', 1), await get('b', 2), await get('c', 3), await get('a', 4)]).toEqual([
      1, 2, 3, 4,
    ]);
    expect([await get('large', 1_000), await get('large', 7)]).toEqual([1_000, 7]);
  });

  it('during a write: neither returns a cached result nor stores one', async () => {
    const { next } = createCounter();
    await next();

    const during: number[] = [];
    // This listener runs after that of the versions.
    mongoose.connection.once('operation-start', () => {
      void Promise.all([next(), next()]).then((results) => during.push(...results));
    });
    await PostModel.updateOne({ slug: 'ghats' }, { likes: 1 });

    expect(during).toEqual([2, 3]);
    expect([await next(), await next()]).toEqual([4, 4]);
  });

  it('read while a write began and ended: does not store the result', async () => {
    const { cached, read } = createCounter();
    const slow = async () => {
      await PostModel.updateOne({ slug: 'ghats' }, { likes: 1 });
      return 0;
    };

    expect(await cached('key', STORIES, slow)).toBe(0);
    expect(await cached('key', STORIES, read)).toBe(1);
  });

  it('while Redis is unavailable: reads each time, and afterwards once in a second again', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let isUp = true;
    const { next } = createCounter({ isUp: () => isUp, flush: async () => undefined });

    const before = [await next(), await next()];
    isUp = false;
    const during = [await next(), await next()];
    isUp = true;
    vi.advanceTimersByTime(MAX_AGE_MS);
    const after = [await next(), await next()];

    expect([before, during, after]).toEqual([
      [1, 1],
      [2, 3],
      [4, 4],
    ]);
  });
});

/** All write methods of the driver, including those that services use. */
const WRITES: Record<string, (collection: mongoose.Collection) => Promise<unknown>> = {
  insertOne: (collection) => collection.insertOne({}),
  insertMany: (collection) => collection.insertMany([{}]),
  replaceOne: (collection) => collection.replaceOne({ a: 1 }, {}),
  updateOne: (collection) => collection.updateOne({ a: 1 }, { $set: { a: 2 } }),
  updateMany: (collection) => collection.updateMany({ a: 1 }, { $set: { a: 2 } }),
  findOneAndUpdate: (collection) => collection.findOneAndUpdate({ a: 1 }, { $set: { a: 2 } }),
  findOneAndReplace: (collection) => collection.findOneAndReplace({ a: 1 }, {}),
  findOneAndDelete: (collection) => collection.findOneAndDelete({ a: 1 }),
  bulkWrite: (collection) => collection.bulkWrite([{ deleteOne: { filter: { a: 1 } } }]),
  deleteOne: (collection) => collection.deleteOne({ a: 1 }),
  deleteMany: (collection) => collection.deleteMany({ a: 1 }),
};

describe('createWriteVersions', () => {
  const names = Object.values(mongoose.models).map(({ collection }) => collection.name);
  const versioned = names.filter(isVersioned);

  it('has a version for each stored model', () => {
    expect(versioned).toHaveLength(VERSIONED_COLLECTIONS.length);
  });

  it.each(Object.entries(WRITES))(
    'after %s: changes the version, even when the write failed',
    async (_name, write) => {
      const { versions } = createCounter();
      for (const name of versioned) {
        const scope = { collections: [name], userId: null };
        const before = versions.sumOf(scope);
        // A document without unique fields cannot be inserted twice.
        for (let attempt = 0; attempt < 2; attempt += 1)
          await write(collectionOf(name)).catch(() => undefined);
        expect([name, versions.sumOf(scope)]).toEqual([name, Number(before) + 2]);
      }
    },
  );

  it('after a write to documents of certain users: changes the versions of these users only', async () => {
    const { versions } = createCounter();
    const ids = [ASHA, RAVI, MEERA];
    const sums = () => ids.map((userId) => Number(versions.sumOf({ collections: CHAT, userId })));
    const key = conversationKey(ASHA, RAVI);
    const writes = [
      () => LikeModel.create({ userId: ASHA, postId: RAVI }),
      () => LikeModel.deleteOne({ userId: ASHA, postId: RAVI }),
      () =>
        ConversationModel.updateOne({ key, lastSeq: mongoose.trusted({ $lt: 2 }) }, { $set: { lastSeq: 2 } }),
      () => BlockModel.create({ blockerId: RAVI, blockedId: ASHA, conversation: key }),
      () => MessageModel.updateOne({ _id: MEERA }, { $set: { text: '' } }),
    ];

    const changes: number[][] = [];
    for (const write of writes) {
      const before = sums();
      await write();
      changes.push(sums().map((sum, index) => sum - Number(before[index])));
    }

    expect(changes).toEqual([
      [1, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 0],
      [1, 1, 1],
    ]);
  });
});
