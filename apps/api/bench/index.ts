/** `npm run bench`: compares the costs of the product with their bounds. Exits with 1 when one is exceeded. */
import autocannon from 'autocannon';
import type { Socket } from 'socket.io-client';
import WebSocket from 'ws';
import { readCpuSeconds } from './cpu-seconds.js';
import { type BenchEnvironment, createBenchEnvironment, type ServerProcess } from './environment.js';
import { connectInspector } from './inspector.js';
import { openSocket } from './open-socket.js';
import { measurePresence } from './presence.js';

/** Enough for the CPU clock, which ticks every 10 ms: a page takes about 0.7 ms, a 304 of the baseline 0.015 ms. */
const FEED_REQUESTS = 6_000;
const BASELINE_REQUESTS = 60_000;
const STORIES = 100;
const MESSAGES = 200;
const SOCKETS = 1_000;

interface Row {
  metric: string;
  measured: number;
  unit: string;
  bound: number;
}
const rows: Row[] = [];
const presenceRows: Awaited<ReturnType<typeof measurePresence>> = [];

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function sendRequest(url: string, cookie: string, init: { method?: string; body?: unknown } = {}) {
  const response = await fetch(url, {
    method: init.method ?? 'GET',
    headers: { cookie, ...(init.body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });
  if (!response.ok) throw new Error(`${url} responded ${response.status}: ${await response.text()}`);
  return response;
}

/** Measures the CPU time of one request, in ms. */
async function measureCpuPerRequest(
  server: ServerProcess,
  path: string,
  headers: Record<string, string>,
  requestCount: number,
): Promise<number> {
  const options = { url: server.url + path, headers, connections: 8 };
  // Warms up, so that the code is compiled before the measurement.
  await autocannon({ ...options, amount: requestCount / 2 });
  const before = readCpuSeconds(server.pid);
  const result = await autocannon({ ...options, amount: requestCount });
  if (result.non2xx > 0 && !headers['if-none-match']) throw new Error(`${result.non2xx} requests failed`);
  return ((readCpuSeconds(server.pid) - before) / requestCount) * 1000;
}

async function benchFeed({ api, createUsers, startBaseline }: BenchEnvironment): Promise<void> {
  const [author, reader] = await createUsers(2);
  if (!author || !reader) return;
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
    await sendRequest(`${api.url}/api/post/create-post`, author.cookie, { method: 'POST', body });
  }
  const path = '/api/post/getposts?view=card';
  const page = await sendRequest(api.url + path, reader.cookie);
  const etag = page.headers.get('etag') ?? '';
  const { posts } = (await page.json()) as { posts: unknown[] };
  const sizes = posts.map((card) => Buffer.byteLength(JSON.stringify(card)));
  rows.push({ metric: 'card, median', measured: median(sizes), unit: 'bytes', bound: 1_000 });
  rows.push({ metric: 'card, largest', measured: Math.max(...sizes), unit: 'bytes', bound: 4_000 });

  const baseline = await startBaseline();
  const rawResponse = await fetch(api.url + path, {
    headers: { cookie: reader.cookie, 'accept-encoding': 'gzip' },
  });
  const { gzipSync } = await import('node:zlib');
  await fetch(baseline.url, { method: 'PUT', body: gzipSync(await rawResponse.text()) });
  const headers = { cookie: reader.cookie, 'accept-encoding': 'gzip' };
  const baselineCost = await measureCpuPerRequest(baseline, '/', headers, BASELINE_REQUESTS);
  const feedCost = await measureCpuPerRequest(api, path, headers, FEED_REQUESTS);
  rows.push({
    metric: 'feed page, CPU against bare node:http',
    measured: feedCost / baselineCost,
    unit: 'x',
    bound: 14,
  });
  const conditionalHeaders = { ...headers, 'if-none-match': etag };
  const baselineNotModified = await measureCpuPerRequest(
    baseline,
    '/',
    conditionalHeaders,
    BASELINE_REQUESTS,
  );
  const apiNotModified = await measureCpuPerRequest(api, path, conditionalHeaders, FEED_REQUESTS);
  rows.push({
    metric: 'feed 304, CPU against bare node:http',
    measured: apiNotModified / baselineNotModified,
    unit: 'x',
    bound: 9,
  });
  await baseline.stop();
}

async function benchMessages({ api, createUsers, startBaseline }: BenchEnvironment): Promise<void> {
  const users = await createUsers(SOCKETS);
  const [sender, recipient] = users;
  if (!sender || !recipient) return;
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
  const recipientSocket = sockets[1];
  const times: number[] = [];
  for (let n = 0; n < MESSAGES; n += 1) {
    const arrived = new Promise((resolve) => recipientSocket?.once('newMessage', resolve));
    const start = performance.now();
    const response = sendRequest(`${api.url}/api/message/send/${recipient.id}`, sender.cookie, {
      method: 'POST',
      body: { text: `${n}` },
    });
    await arrived;
    times.push(performance.now() - start);
    await response;
  }
  for (const socket of sockets) socket.close();

  const baseline = await startBaseline();
  const relay = new WebSocket(baseline.url.replace('http', 'ws'));
  await new Promise((resolve) => relay.once('open', resolve));
  const baselineTimes: number[] = [];
  for (let n = 0; n < MESSAGES; n += 1) {
    const arrived = new Promise((resolve) => relay.once('message', resolve));
    const start = performance.now();
    const response = fetch(baseline.url, { method: 'POST', body: `${n}` });
    await arrived;
    baselineTimes.push(performance.now() - start);
    await response;
  }
  relay.close();
  await baseline.stop();
  rows.push({
    metric: `message to event with ${SOCKETS} sockets, median against a bare relay`,
    measured: median(times) / median(baselineTimes),
    unit: 'x',
    bound: 2,
  });
}

async function benchSignIns({ api, createUsers }: BenchEnvironment): Promise<void> {
  const [reader] = await createUsers(1);
  if (!reader) return;
  const credentials = { fullName: 'Asha', email: 'asha@example.com', password: 'kochi-2024' };
  await sendRequest(`${api.url}/api/auth/signup`, '', { method: 'POST', body: credentials });
  const measureMedian = async () => {
    const times: number[] = [];
    for (let n = 0; n < MESSAGES; n += 1) {
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
    metric: 'GET while 4 users sign in, median against idle',
    measured: busy / idle,
    unit: 'x',
    bound: 1.5,
  });
}

const environment = await createBenchEnvironment({ nodeArgs: ['--inspect=127.0.0.1:0'] });
try {
  await benchFeed(environment);
  await benchMessages(environment);
  presenceRows.push(...(await measurePresence(environment)));
  await benchSignIns(environment);
} finally {
  await environment.close();
}
for (const { users, protocol, 'bytes to all': bytes } of presenceRows) {
  if (protocol !== 'presenceDelta' || users !== SOCKETS) continue;
  rows.push({
    metric: `presence, one change to ${users} users as deltas`,
    measured: bytes / 1000,
    unit: 'kB',
    bound: 110,
  });
}
console.table(presenceRows);
console.table(
  rows.map(({ metric, measured, unit, bound }) => ({
    metric,
    measured: `${measured.toFixed(measured < 100 ? 1 : 0)} ${unit}`,
    bound: `${bound} ${unit}`,
    passed: measured <= bound ? 'yes' : 'NO',
  })),
);
process.exitCode = rows.every(({ measured, bound }) => measured <= bound) ? 0 : 1;
