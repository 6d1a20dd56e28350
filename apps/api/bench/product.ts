/**
 * `npm run bench:product`: compares the size of cards, the memory of sockets, presence updates and sign-ins with their
 * bounds. Exits with 1 when one is exceeded.
 */
import { readFile } from 'node:fs/promises';
import { type Card, LIMITS } from '@safarnama/contracts';
import type { Socket } from 'socket.io-client';
import { readPicture, storyPictureFile } from '../scripts/seed/pictures.js';
import { STORIES as DEMO_STORIES } from '../scripts/seed/stories.js';
import { type BenchEnvironment, createBenchEnvironment } from './environment.js';
import { connectInspector } from './inspector.js';
import { openSocket } from './open-socket.js';
import { measurePresence } from './presence.js';
import { median } from './quantile.js';
import { sendRequest } from './send-request.js';

/** In pixels; the size of a card does not depend on it. */
const PICTURE_WIDTH = 64;
const REQUESTS = 200;
const SOCKETS = 1_000;

interface Row {
  metric: string;
  measured: number;
  unit: string;
  /** Null for a figure that is only printed. */
  bound: number | null;
}
const rows: Row[] = [];

/** A story whose texts have their greatest lengths, in a script of three bytes a letter. */
const LONGEST_STORY = {
  blogTitle: 'घाट '.repeat(LIMITS.postTitle / 4),
  blogLocation: 'नदी '.repeat(LIMITS.postLocation / 4),
  blogContent: 'सुबह '.repeat(500),
  blogImageAlt: 'नाव '.repeat(LIMITS.imageAlt / 4),
};

/** The stories of the search benchmark, in eleven languages and ten scripts. */
interface CorpusStory {
  /** Starts with the code of its language: `en-varanasi-boat`. */
  id: string;
  blogTitle: string;
}

/** Publishes the stories of the search benchmark, each with a picture, and the longest one. Returns the former. */
async function publishVariousStories(apiUrl: string, cookie: string): Promise<CorpusStory[]> {
  const corpus: CorpusStory[] = JSON.parse(
    await readFile(new URL('./search/corpus.json', import.meta.url), 'utf8'),
  );
  const pictures = await Promise.all(
    DEMO_STORIES.map(({ key }) => readPicture(storyPictureFile(key), PICTURE_WIDTH)),
  );
  for (const [index, story] of [...corpus, LONGEST_STORY].entries()) {
    const body = { ...story, blogImage: pictures[index % pictures.length] };
    await sendRequest(`${apiUrl}/api/post/create-post`, cookie, { method: 'POST', body });
  }
  return corpus;
}

async function benchCards({ api, createUser }: BenchEnvironment): Promise<void> {
  const [author, reader] = [await createUser(), await createUser()];
  const corpus = await publishVariousStories(api.url, author.cookie);
  const englishTitles = new Set(
    corpus.filter(({ id }) => id.startsWith('en-')).map((story) => story.blogTitle),
  );
  const sizes: number[] = [];
  const englishSizes: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/api/post/getposts?view=card&limit=${LIMITS.pageMax}${cursor && `&cursor=${cursor}`}`;
    const page = await sendRequest(api.url + path, reader.cookie);
    const { posts, nextCursor } = (await page.json()) as { posts: Card[]; nextCursor: string | null };
    for (const card of posts) {
      const size = Buffer.byteLength(JSON.stringify(card));
      sizes.push(size);
      if (englishTitles.has(card.blogTitle)) englishSizes.push(size);
    }
    cursor = nextCursor;
  }
  // The bound is for stories in English. The same 150 letters take three times as many bytes in an Indian script.
  rows.push(
    {
      metric: `card, median of ${englishSizes.length} in English`,
      measured: median(englishSizes),
      unit: 'bytes',
      bound: 1_000,
    },
    {
      metric: `card, median of ${sizes.length} in all scripts`,
      measured: median(sizes),
      unit: 'bytes',
      bound: null,
    },
    { metric: 'card, largest', measured: Math.max(...sizes), unit: 'bytes', bound: 4_000 },
  );
}

async function benchSockets({ api, createUsers }: BenchEnvironment): Promise<void> {
  const users = await createUsers(SOCKETS);
  const inspector = await connectInspector(api);
  const memoryBefore = await inspector.measure();
  const sockets: Socket[] = [];
  for (let start = 0; start < users.length; start += 50) {
    sockets.push(
      ...(await Promise.all(users.slice(start, start + 50).map(({ cookie }) => openSocket(api.url, cookie)))),
    );
  }
  const memoryAfter = await inspector.measure();
  inspector.close();
  const bytes = memoryAfter.heapUsed + memoryAfter.external - memoryBefore.heapUsed - memoryBefore.external;
  rows.push({
    metric: 'memory per socket',
    measured: bytes / SOCKETS / 1024,
    unit: 'KiB',
    bound: 40,
  });
  for (const socket of sockets) socket.close();
}

async function benchPresence(environment: BenchEnvironment): Promise<void> {
  const presenceRows = await measurePresence(environment);
  console.table(presenceRows);
  const most = presenceRows.find(({ protocol, users }) => protocol === 'presenceDelta' && users === SOCKETS);
  rows.push({
    metric: `presence, one change to ${SOCKETS} users as deltas`,
    measured: (most?.['bytes to all'] ?? Number.NaN) / 1000,
    unit: 'kB',
    bound: 110,
  });
}

async function benchSignIns({ api, createUser }: BenchEnvironment): Promise<void> {
  const reader = await createUser();
  const credentials = { fullName: 'Asha', email: 'asha@example.com', password: 'kochi-2024' };
  await sendRequest(`${api.url}/api/auth/signup`, '', { method: 'POST', body: credentials });
  const measureMedian = async () => {
    const times: number[] = [];
    for (let n = 0; n < REQUESTS; n += 1) {
      const start = performance.now();
      await (await sendRequest(`${api.url}/api/post/getposts?view=card`, reader.cookie)).text();
      times.push(performance.now() - start);
    }
    return median(times);
  };
  const idle = await measureMedian();
  let isDone = false;
  const signIn = async () => {
    while (!isDone) await sendRequest(`${api.url}/api/auth/login`, '', { method: 'POST', body: credentials });
  };
  const signIns = Promise.all([signIn(), signIn(), signIn(), signIn()]);
  const busy = await measureMedian();
  isDone = true;
  await signIns;
  rows.push({
    metric: 'GET during 4 concurrent sign-ins, median relative to idle',
    measured: busy / idle,
    unit: 'x',
    bound: 1.5,
  });
}

const environment = await createBenchEnvironment({ nodeArgs: ['--inspect=127.0.0.1:0'] });
try {
  await benchCards(environment);
  await benchSockets(environment);
  await benchPresence(environment);
  await benchSignIns(environment);
} finally {
  await environment.close();
}
console.table(
  rows.map(({ metric, measured, unit, bound }) => ({
    metric,
    measured: `${measured.toFixed(measured < 100 ? 1 : 0)} ${unit}`,
    bound: bound === null ? '' : `${bound} ${unit}`,
    passed: bound === null ? '' : measured <= bound ? 'yes' : 'NO',
  })),
);
process.exitCode = rows.every(({ measured, bound }) => bound === null || measured <= bound) ? 0 : 1;
