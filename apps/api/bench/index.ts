/**
 * `npm run bench`: what the product costs, as ratios within one run, against the bounds that it keeps to.
 * Prints one table; ends with 1 when a bound is broken.
 */
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { Socket } from 'socket.io-client';
import WebSocket from 'ws';
import { openSocket } from './open-socket.js';
import { measurePresence } from './presence.js';
import { createWorld, type Subject, type World } from './world.js';

/** The clock of processor time ticks every 10 ms, and a bare answer takes a twentieth of a millisecond. */
const FEED_REQUESTS = 6_000;
const STORIES = 100;
const MESSAGES = 200;
const SOCKETS = 1_000;

interface Row {
  figure: string;
  measured: number;
  unit: string;
  bound: number;
}
const rows: Row[] = [];
const presence: Awaited<ReturnType<typeof measurePresence>> = [];

/** CPU seconds that a process has used so far; Linux counts them in ticks of 10 ms. */
function cpuSeconds({ pid }: Subject): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function residentBytes({ pid }: Subject): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function json(url: string, cookie: string, init: { method?: string; body?: unknown } = {}) {
  const response = await fetch(url, {
    method: init.method ?? 'GET',
    headers: { cookie, ...(init.body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** CPU milliseconds that one request costs a server. */
async function cpuPerRequest(
  subject: Subject,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  const options = { url: subject.url + path, headers, connections: 8 };
  // Until the code is compiled as it stays.
  await autocannon({ ...options, amount: FEED_REQUESTS / 2 });
  const before = cpuSeconds(subject);
  const result = await autocannon({ ...options, amount: FEED_REQUESTS });
  if (result.non2xx > 0 && !headers['if-none-match']) throw new Error(`${result.non2xx} requests failed`);
  return ((cpuSeconds(subject) - before) / FEED_REQUESTS) * 1000;
}

async function benchFeed({ api, createPeople, startBare }: World): Promise<void> {
  const [writer, reader] = await createPeople(2);
  if (!writer || !reader) return;
  const text = 'The first boats left before the sun. Bells, smoke, marigolds, and the long stairs. '.repeat(
    40,
  );
  for (let n = 0; n < STORIES; n += 1) {
    const body = {
      blogTitle: `Ghats at dawn ${n}`,
      blogContent: text,
      blogImage: '',
      blogLocation: 'Varanasi',
    };
    await json(`${api.url}/api/post/create-post`, writer.cookie, { method: 'POST', body });
  }
  const path = '/api/post/getposts?view=card';
  const page = await json(api.url + path, reader.cookie);
  const etag = page.headers.get('etag') ?? '';
  const { posts } = (await page.json()) as { posts: unknown[] };
  const sizes = posts.map((card) => Buffer.byteLength(JSON.stringify(card)));
  rows.push({ figure: 'card, median', measured: median(sizes), unit: 'bytes', bound: 1_000 });
  rows.push({ figure: 'card, largest', measured: Math.max(...sizes), unit: 'bytes', bound: 4_000 });

  const bare = await startBare();
  const raw = await fetch(api.url + path, { headers: { cookie: reader.cookie, 'accept-encoding': 'gzip' } });
  const { gzipSync } = await import('node:zlib');
  await fetch(bare.url, { method: 'PUT', body: gzipSync(await raw.text()) });
  const headers = { cookie: reader.cookie, 'accept-encoding': 'gzip' };
  const bareCost = await cpuPerRequest(bare, '/', headers);
  const feedCost = await cpuPerRequest(api, path, headers);
  rows.push({
    figure: 'feed page, CPU against bare node:http',
    measured: feedCost / bareCost,
    unit: 'x',
    bound: 14,
  });
  const fresh = { ...headers, 'if-none-match': etag };
  const bareFresh = await cpuPerRequest(bare, '/', fresh);
  const apiFresh = await cpuPerRequest(api, path, fresh);
  rows.push({
    figure: 'feed 304, CPU against bare node:http',
    measured: apiFresh / bareFresh,
    unit: 'x',
    bound: 9,
  });
  await bare.stop();
}

async function benchMessages({ api, createPeople, startBare }: World): Promise<void> {
  const people = await createPeople(SOCKETS);
  const [sender, receiver] = people;
  if (!sender || !receiver) return;
  const memoryBefore = residentBytes(api);
  const sockets: Socket[] = [];
  for (let start = 0; start < people.length; start += 50) {
    sockets.push(
      ...(await Promise.all(
        people.slice(start, start + 50).map(({ cookie }) => openSocket(api.url, cookie)),
      )),
    );
  }
  rows.push({
    figure: 'memory a socket',
    measured: (residentBytes(api) - memoryBefore) / SOCKETS / 1024,
    unit: 'KiB',
    bound: 40,
  });
  const receiving = sockets[1];
  const times: number[] = [];
  for (let n = 0; n < MESSAGES; n += 1) {
    const arrived = new Promise((resolve) => receiving?.once('newMessage', resolve));
    const start = performance.now();
    const answered = json(`${api.url}/api/message/send/${receiver.id}`, sender.cookie, {
      method: 'POST',
      body: { text: `${n}` },
    });
    await arrived;
    times.push(performance.now() - start);
    await answered;
  }
  for (const socket of sockets) socket.close();

  const bare = await startBare();
  const relay = new WebSocket(bare.url.replace('http', 'ws'));
  await new Promise((resolve) => relay.once('open', resolve));
  const bareTimes: number[] = [];
  for (let n = 0; n < MESSAGES; n += 1) {
    const arrived = new Promise((resolve) => relay.once('message', resolve));
    const start = performance.now();
    const answered = fetch(bare.url, { method: 'POST', body: `${n}` });
    await arrived;
    bareTimes.push(performance.now() - start);
    await answered;
  }
  relay.close();
  await bare.stop();
  rows.push({
    figure: `message to event with ${SOCKETS} sockets, median against a bare relay`,
    measured: median(times) / median(bareTimes),
    unit: 'x',
    bound: 2,
  });
}

async function benchSignIns({ api, createPeople }: World): Promise<void> {
  const [reader] = await createPeople(1);
  if (!reader) return;
  const person = { fullName: 'Asha', email: 'asha@example.com', password: 'kochi-2024' };
  await json(`${api.url}/api/auth/signup`, '', { method: 'POST', body: person });
  const timeOf = async () => {
    const times: number[] = [];
    for (let n = 0; n < MESSAGES; n += 1) {
      const start = performance.now();
      await (await json(`${api.url}/api/post/getposts?view=card`, reader.cookie)).text();
      times.push(performance.now() - start);
    }
    return median(times);
  };
  const quiet = await timeOf();
  let isOver = false;
  const signIn = async () => {
    while (!isOver) await json(`${api.url}/api/auth/login`, '', { method: 'POST', body: person });
  };
  const signIns = Promise.all([signIn(), signIn(), signIn(), signIn()]);
  const busy = await timeOf();
  isOver = true;
  await signIns;
  rows.push({
    figure: 'GET while 4 people sign in, median against quiet',
    measured: busy / quiet,
    unit: 'x',
    bound: 1.5,
  });
}

const world = await createWorld();
try {
  await benchFeed(world);
  await benchMessages(world);
  presence.push(...(await measurePresence(world)));
  await benchSignIns(world);
} finally {
  await world.close();
}
for (const { people, protocol, 'bytes to all': bytes } of presence) {
  if (protocol !== 'presenceDelta' || people !== SOCKETS) continue;
  rows.push({
    figure: `presence, one change to ${people} people by differences`,
    measured: bytes / 1000,
    unit: 'kB',
    bound: 110,
  });
}
console.table(presence);
console.table(
  rows.map(({ figure, measured, unit, bound }) => ({
    figure,
    measured: `${measured.toFixed(measured < 100 ? 1 : 0)} ${unit}`,
    bound: `${bound} ${unit}`,
    kept: measured <= bound ? 'yes' : 'NO',
  })),
);
process.exitCode = rows.every(({ measured, bound }) => measured <= bound) ? 0 : 1;
