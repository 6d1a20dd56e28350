import mongoose from 'mongoose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { createComment, createPost, sendMessage } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { whenBackgroundTasksEnd } from '../lib/background.js';
import { CACHED_ENDPOINTS } from './endpoint-cache.js';

useDatabase();
const app = useApp();

/** Collections that are read to identify the user, whatever the endpoint. */
const IDENTITY = new Set(['sessions']);

/** Lists the collections that are used while a function runs. */
async function listCollections(run: () => PromiseLike<unknown>): Promise<string[]> {
  const used = new Set<string>();
  const listen = ({ collectionName }: { collectionName: string }) => used.add(collectionName);
  mongoose.connection.on('operation-start', listen);
  try {
    await run();
  } finally {
    mongoose.connection.off('operation-start', listen);
  }
  return [...used].filter((name) => !IDENTITY.has(name));
}

/** A story, a message and everything else that the endpoints present. */
async function createRecords() {
  const [author, reader] = [await signIn(app), await signIn(app)];
  const post = await createPost(author);
  await reader.agent.put(`/api/post/${post._id}/like`).expect(200);
  await reader.agent.put(`/api/post/${post._id}/bookmark`).expect(200);
  await createComment(reader, post._id, 'सुंदर!');
  const { _id } = await sendMessage(reader, author.user._id, { postId: post._id });
  await sendMessage(author, reader.user._id, { replyTo: _id });
  await author.agent.put(`/api/message/${_id}/reaction`).send({ emoji: '🙏' }).expect(200);
  await author.agent.post(`/api/message/${reader.user._id}/read`).send({ upTo: _id }).expect(200);
  await author.agent.delete(`/api/message/${_id}`).expect(200);
  await whenBackgroundTasksEnd();
  return { author, reader, post };
}

describe.each(Object.entries(CACHED_ENDPOINTS))('%s', (key, collections) => {
  it('requested twice: reads only the collections listed for it, and none the second time', async () => {
    const { author, reader, post } = await createRecords();
    const path = key
      .replace('GET ', '')
      .replace(':slug', encodeURIComponent(post.slug))
      .replace(/:(userId|id)/, author.user._id);
    const variants = [`${path}?limit=20`, `${path}?limit=2`, `${path}?sort=liked&view=card&q=a`];
    const get = (url: string) => reader.agent.get(url).expect(200);

    const read = await listCollections(async () => {
      for (const url of variants) await get(url);
    });
    // Stops the clock that measures the age of a response.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    await get(path);
    const readAgain = await listCollections(() => get(path));

    expect(read.length).toBeGreaterThan(1);
    expect(read.filter((name) => !(collections as readonly string[]).includes(name))).toEqual([]);
    expect(readAgain).toEqual([]);
  });
});

describe('messages with the parameter `after`', () => {
  it('requested twice: are read from the database again', async () => {
    const { author, reader } = await createRecords();
    const { _id } = await sendMessage(author, reader.user._id);
    const get = () => reader.agent.get(`/api/message/${author.user._id}?after=${_id}`).expect(200);

    await get();

    expect(await listCollections(get)).toContain('messages');
  });
});
