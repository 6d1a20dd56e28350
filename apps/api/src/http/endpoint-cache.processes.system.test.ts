import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '@safarnama/database';
import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildPostInput } from '../../test/factories.js';
import { fetchAs, signUp, useProcesses, waitForRedisState } from '../../test/process.js';
import { useRedis } from '../../test/redis.js';
import { MAX_AGE_MS } from '../lib/announced-cache.js';

/** Maximum time of each wait; a busy machine needs seconds. */
const TIMEOUT_MS = 20_000;
/** Timeout of a test that makes all writes. */
const ALL_WRITES_TIMEOUT_MS = 400_000;
/** The database may complete the write of a killed process this much later. */
const LATE_WRITE_MS = 500;
/** Delays in ms after which a process is killed while it writes. */
const KILL_DELAYS = [0, 4, 12];
/** Pause between two measurements. */
const PAUSE_MS = 50;

interface User {
  id: string;
  cookie: string;
}

interface Site {
  author: User;
  reader: User;
  post: { _id: string; slug: string };
  messageId: string;
  commentId: string;
}

const redis = useRedis();
const { start, mongodbUri } = useProcesses('file');
let urls: string[] = [];
/** A process that cannot reach Redis, and so caches nothing. */
let uncachedUrl = '';
let site: Site;
const results: Record<string, string | number>[] = [];
const covered = { writes: new Set<string>(), lists: 0, stale: 0, responses: 0 };
afterAll(() => {
  console.table(results);
  const { writes, lists, stale, responses } = covered;
  console.log(
    `writes x lists x processes: ${writes.size} x ${lists} x 2, ${responses} responses, stale ${stale}`,
  );
});

async function call(url: string, user: User, method: string, path: string, body?: object) {
  const response = await fetchAs(user, method, url + path, body);
  const text = await response.text();
  return { status: response.status, text };
}

async function write(url: string, user: User, method: string, path: string, body?: object) {
  const { status, text } = await call(url, user, method, path, body);
  expect([method, path, status, status < 300 || text]).toEqual([method, path, expect.any(Number), true]);
  return JSON.parse(text);
}

const listsOf = ({ author, reader, post }: Site) => [
  '/api/post/getposts?view=card',
  '/api/post/getposts?limit=5',
  '/api/post/getposts?view=card&sort=liked',
  `/api/post/getpost/${encodeURIComponent(post.slug)}`,
  `/api/post/by-author/${author.id}?view=card`,
  `/api/message/${author.id}?limit=50`,
  `/api/message/${reader.id}?limit=50`,
  '/api/message/get-all-users?limit=20',
];

/** Reads a list, again after a 503: on a busy machine the database may respond too late. */
function readList(url: string, user: User, path: string) {
  const read = async () => {
    const response = await call(url, user, 'GET', path);
    if (response.status === 503) throw new Error(`${path}: ${response.text}`);
    return response;
  };
  return vi.waitFor(read, { timeout: TIMEOUT_MS, interval: PAUSE_MS });
}

/** Reads all lists as both users. Errors are compared by their status only, because each has its own request id. */
async function readLists(url: string): Promise<string[]> {
  const reads = [site.author, site.reader].flatMap((user) =>
    listsOf(site).map(async (path) => {
      const { status, text } = await readList(url, user, path);
      return `${user.id} ${path} ${status} ${status === 200 ? text : ''}`;
    }),
  );
  return Promise.all(reads);
}

/** Returns the responses of both processes that are older than the uncached ones. */
async function findStale(): Promise<string[]> {
  const [expected, ...read] = await Promise.all([uncachedUrl, ...urls].map(readLists));
  const current = new Set(expected);
  covered.responses += read.flat().length;
  const different = read.flat().filter((response) => !current.has(response));
  if (different.length === 0) return [];
  // A part of the write, such as the counts of a conversation, may have been stored after the uncached read.
  const later = new Set(await readLists(uncachedUrl));
  return different.filter((response) => !later.has(response));
}

/** The writes that change one of the lists; each function makes one in the process with the given URL. */
const WRITES: Record<string, (url: string) => Promise<unknown>> = {
  'sign up': (url) => signUp(url),
  'create a story': async (url) => {
    const { post } = await write(url, site.author, 'POST', '/api/post/create-post', buildPostInput());
    site.post = post;
  },
  'change a story': (url) =>
    write(url, site.author, 'PUT', `/api/post/update-post/${site.post._id}`, buildPostInput()),
  'change its visibility': (url) =>
    write(url, site.author, 'PUT', `/api/post/update-post/${site.post._id}`, {
      ...buildPostInput(),
      visibility: 'public',
    }),
  'restore a version': (url) =>
    write(url, site.author, 'POST', `/api/post/${site.post._id}/revisions/1/restore`),
  like: (url) => write(url, site.reader, 'PUT', `/api/post/${site.post._id}/like`),
  unlike: (url) => write(url, site.reader, 'DELETE', `/api/post/${site.post._id}/like`),
  bookmark: (url) => write(url, site.reader, 'PUT', `/api/post/${site.post._id}/bookmark`),
  'remove a bookmark': (url) => write(url, site.reader, 'DELETE', `/api/post/${site.post._id}/bookmark`),
  comment: async (url) => {
    const path = `/api/post/${site.post._id}/comments`;
    site.commentId = (await write(url, site.reader, 'POST', path, { text: 'सुंदर!' })).comment._id;
  },
  'delete a comment': (url) =>
    write(url, site.reader, 'DELETE', `/api/post/${site.post._id}/comments/${site.commentId}`),
  'change a name': (url) =>
    write(url, site.author, 'PUT', '/api/auth/update-profile', { fullName: `आशा ${Math.random()}` }),
  follow: (url) => write(url, site.reader, 'PUT', `/api/user/${site.author.id}/follow`),
  unfollow: (url) => write(url, site.reader, 'DELETE', `/api/user/${site.author.id}/follow`),
  'delete a story': (url) => write(url, site.author, 'DELETE', `/api/post/delete-post/${site.post._id}`),
  'undelete a story': (url) => write(url, site.author, 'POST', `/api/post/${site.post._id}/undelete`),
  'send a message': async (url) => {
    const body = { text: `वहाँ कैसे पहुँचे? ${Math.random()}`, postId: site.post._id };
    site.messageId = (await write(url, site.reader, 'POST', `/api/message/send/${site.author.id}`, body))._id;
  },
  'mark as delivered': (url) =>
    write(url, site.author, 'POST', `/api/message/${site.reader.id}/delivered`, { upTo: site.messageId }),
  'mark as read': (url) =>
    write(url, site.author, 'POST', `/api/message/${site.reader.id}/read`, { upTo: site.messageId }),
  'react to a message': (url) =>
    write(url, site.author, 'PUT', `/api/message/${site.messageId}/reaction`, { emoji: '🙏' }),
  'remove a reaction': (url) => write(url, site.author, 'DELETE', `/api/message/${site.messageId}/reaction`),
  'delete a message for oneself': (url) =>
    write(url, site.author, 'DELETE', `/api/message/${site.messageId}`),
  'delete a message for both': (url) =>
    write(url, site.reader, 'DELETE', `/api/message/${site.messageId}?for=both`),
  block: (url) => write(url, site.author, 'PUT', `/api/message/${site.reader.id}/block`),
  unblock: (url) => write(url, site.author, 'DELETE', `/api/message/${site.reader.id}/block`),
  'unpublish a story': (url) => write(url, site.author, 'POST', `/api/post/${site.post._id}/unpublish`),
};

/** One write to each collection that cached responses read: enough where the kind of write makes no difference. */
const WRITES_BY_COLLECTION = [
  'sign up',
  'create a story',
  'like',
  'bookmark',
  'comment',
  'send a message',
  'mark as read',
  'react to a message',
  'block',
  'unblock',
  'delete a story',
];
/** Enough where announcements work again as in the first test. */
const FEW_WRITES = ['create a story', 'send a message', 'block'];

const startProcess = () => start({ REDIS_URL: redis.url, RATE_LIMITS: 'off' });

/** Makes writes, alternating between the processes. @returns stale responses. */
async function makeWrites(circumstance: string, names: readonly string[]): Promise<string[]> {
  const stale: string[] = [];
  await Promise.all(urls.map(readLists));
  for (const [position, name] of names.entries()) {
    const change = WRITES[name];
    if (!change) throw new Error(`unknown write: ${name}`);
    const index = position % urls.length;
    // The responses from before the write are cached: the first ones above, later ones when the previous write was
    // checked.
    await Promise.all([change(urls[index] ?? ''), ...urls.map(readLists)]);
    const found = await findStale();
    stale.push(...found.map((response) => `${name} in process ${index}: ${response.slice(0, 120)}`));
    covered.writes.add(name);
  }
  covered.lists = listsOf(site).length;
  covered.stale += stale.length;
  results.push({ circumstance, writes: names.length, stale: stale.length });
  return stale;
}

/** Measures for how long, from now, requests still get stale responses, in ms. */
async function measureStaleness(): Promise<number> {
  const startedAt = performance.now();
  for (let last = 0; ; ) {
    const requestedAt = performance.now() - startedAt;
    if ((await findStale()).length > 0) last = requestedAt;
    else if (requestedAt > MAX_AGE_MS) return last;
    await delay(PAUSE_MS);
  }
}

describe('cached responses of two processes', () => {
  beforeAll(async () => {
    const unreachable = `redis://127.0.0.1:${await findFreePort()}`;
    const uncached = start({ REDIS_URL: unreachable, RATE_LIMITS: 'off' });
    urls = await Promise.all([startProcess(), startProcess()].map((each) => each.ready()));
    uncachedUrl = await uncached.ready();
  });

  beforeEach(async () => {
    // A failed test may have left Redis killed.
    await redis.kill();
    await redis.start();
    await waitForRedisState(urls, 'up', TIMEOUT_MS);
    const [author, reader] = [await signUp(uncachedUrl), await signUp(uncachedUrl)];
    const { post } = await write(uncachedUrl, author, 'POST', '/api/post/create-post', buildPostInput());
    site = { author, reader, post, messageId: '', commentId: '' };
  });

  it(
    'after each write in either process: are current, also with reads during the write',
    async () => {
      expect(await makeWrites('with Redis', Object.keys(WRITES))).toEqual([]);
    },
    ALL_WRITES_TIMEOUT_MS,
  );

  it(
    'while Redis is down, and when it is back: are current',
    async () => {
      await redis.kill();
      await waitForRedisState(urls, 'down', TIMEOUT_MS);
      expect(await makeWrites('without Redis', WRITES_BY_COLLECTION)).toEqual([]);
      await redis.start();
      await waitForRedisState(urls, 'up', TIMEOUT_MS);
      expect(await makeWrites('with Redis again', FEW_WRITES)).toEqual([]);
    },
    ALL_WRITES_TIMEOUT_MS,
  );

  it(
    'when a write cannot be announced: are stale for no longer than their maximum age after the write',
    async () => {
      const times: Record<string, number> = {};
      const record = async (name: string) => {
        times[name] = Math.max(times[name] ?? 0, await measureStaleness());
      };
      const connection = await mongoose.createConnection(mongodbUri).asPromise();
      const posts = connection.collection('posts');
      const _id = new mongoose.Types.ObjectId(site.post._id);

      // Operator commands write to the database without announcing it.
      await Promise.all(urls.map(readLists));
      await posts.updateOne({ _id }, { $set: { blogTitle: 'By an operator' } });
      await record('another program');
      // Redis ends during a write.
      await Promise.all(urls.map(readLists));
      await Promise.all([redis.kill(), WRITES.like?.(urls[0] ?? '')]);
      await record('Redis ends');
      await redis.start();
      await waitForRedisState(urls, 'up', TIMEOUT_MS);
      // A third process ends in the middle of a write.
      for (const delayMs of KILL_DELAYS) {
        const writer = startProcess();
        const writerUrl = await writer.ready();
        await waitForRedisState([writerUrl], 'up', TIMEOUT_MS);
        await Promise.all([writerUrl, ...urls].map(readLists));
        const writing = WRITES['change a story']?.(writerUrl).catch(() => undefined);
        await delay(delayMs);
        writer.child.kill('SIGKILL');
        await writing;
        await record('the process is killed');
      }

      await connection.close();
      results.push(
        ...Object.entries(times).map(([name, ms]) => ({
          circumstance: name,
          'stale for, ms': Math.round(ms),
        })),
      );
      expect(Math.max(...Object.values(times))).toBeLessThan(MAX_AGE_MS + LATE_WRITE_MS);
    },
    ALL_WRITES_TIMEOUT_MS,
  );
});
