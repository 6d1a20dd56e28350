/**
 * `npm run bench:capacity` in `apps/api`: measures the values that docs/scale.md is based on and no other benchmark
 * prints: the CPU time of messages, of connections by the number of users online, and of pictures, and the bytes of
 * what is stored.
 */
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import type { Socket } from 'socket.io-client';
import { AppError } from '../src/http/app-error.js';
import { processImage } from '../src/media/process-image.js';
import { startCpuTimer } from '../test/cpu-time.js';
import { openRawClients } from '../test/raw-clients.js';
import { readCpuSeconds } from './cpu-seconds.js';
import { type BenchEnvironment, createBenchEnvironment } from './environment.js';
import { openSocket } from './open-socket.js';
import { median } from './quantile.js';
import { round } from './round.js';
import { sendRequest } from './send-request.js';
import { measureStoredBytes } from './stored-bytes.js';
import { buildVocabulary, storeSyntheticStories } from './synthetic-stories.js';

const PAIRS = 16;
const MESSAGES_PER_PAIR = 40;
const MESSAGE =
  'Is the ferry to Majuli running this week? We are three, with bicycles, and could also wait a day.';

const ONLINE_COUNTS = [0, 250, 1_000];
const JOINS = 10;
/** Longer than the interval of presence updates, so that each connection causes one to every user online. */
const JOIN_INTERVAL_MS = 1_100;
/** Users go offline 3 s after their last socket closes, and an update follows within 1 s. */
const OFFLINE_DELAY_MS = 4_500;

const STORIES = 20;
const PICTURES = 3;
const PICTURE_SIZE = { width: 2_048, height: 1_536 };
/** Standard deviation of the noise in each octave. */
const OCTAVE_SIGMA = 14;

/** Sends messages between pairs of users, each with an open socket, all pairs concurrently. */
async function measureMessages({ api, createUsers }: BenchEnvironment) {
  const users = await createUsers(2 * PAIRS);
  const senders = users.slice(0, PAIRS);
  const recipients = users.slice(PAIRS);
  const sockets: Socket[] = [];
  for (const { cookie } of users) sockets.push(await openSocket(api.url, cookie));
  const sendAll = async (count: number) => {
    await Promise.all(
      senders.map(async ({ cookie }, pair) => {
        for (let n = 0; n < count; n += 1) {
          const url = `${api.url}/api/message/send/${recipients[pair]?.id}`;
          const clientMessageId = crypto.randomUUID();
          await sendRequest(url, cookie, { method: 'POST', body: { text: MESSAGE, clientMessageId } });
        }
      }),
    );
  };
  await sendAll(MESSAGES_PER_PAIR / 2);
  const [cpu, start] = [readCpuSeconds(api.pid), performance.now()];
  await sendAll(MESSAGES_PER_PAIR);
  const messages = PAIRS * MESSAGES_PER_PAIR;
  const seconds = (performance.now() - start) / 1000;
  const cpuMs = ((readCpuSeconds(api.pid) - cpu) / messages) * 1000;
  for (const socket of sockets) socket.close();
  return { messages, 'CPU ms': round(cpuMs, 2), 'per second': Math.round(messages / seconds) };
}

/** Connects users one after the other while others are online. */
async function measureJoins({ api, createUsers }: BenchEnvironment, online: number) {
  const users = await createUsers(online + JOINS);
  const cookies = users.slice(JOINS).map(({ cookie }) => cookie);
  const clients = await openRawClients(api.url, cookies, { presence: 'delta' });
  await delay(OFFLINE_DELAY_MS);
  const idleBefore = readCpuSeconds(api.pid);
  await delay(JOINS * JOIN_INTERVAL_MS);
  const before = readCpuSeconds(api.pid);
  const sockets: Socket[] = [];
  for (const { cookie } of users.slice(0, JOINS)) {
    const next = delay(JOIN_INTERVAL_MS);
    sockets.push(await openSocket(api.url, cookie));
    await next;
  }
  const [idle, busy] = [before - idleBefore, readCpuSeconds(api.pid) - before];
  for (const socket of sockets) socket.close();
  await clients.close();
  await delay(OFFLINE_DELAY_MS);
  return {
    online,
    'CPU ms a join': round(((busy - idle) / JOINS) * 1000),
    'idle, CPU ms a second': round((idle / JOINS / JOIN_INTERVAL_MS) * 1_000_000),
  };
}

/**
 * Builds a JPEG with equal energy in each octave of its spatial frequencies, as photographs have on average. Its
 * details are noise, without the even areas of photographs, so it compresses worse than these.
 */
async function buildPhotograph(): Promise<Buffer> {
  const { width, height } = PICTURE_SIZE;
  const sum = new Float32Array(width * height);
  for (let octave = 1; octave <= width / 8; octave *= 2) {
    const noise = { type: 'gaussian', mean: 128, sigma: OCTAVE_SIGMA } as const;
    const layer = await sharp({
      create: { width: width / octave, height: height / octave, channels: 3, background: '#888', noise },
    })
      .png()
      .toBuffer();
    const pixels = await sharp(layer)
      .resize({ width, height, kernel: 'cubic' })
      .extractChannel(0)
      .raw()
      .toBuffer();
    for (let n = 0; n < sum.length; n += 1) sum[n] = (sum[n] ?? 0) + (pixels[n] ?? 128) - 128;
  }
  const grey = Buffer.from(sum.map((value) => Math.min(255, Math.max(0, 128 + value))));
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .tint('#d9a066')
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** Encodes a picture as an upload does; retries while the machine is too busy for the product's time limit. */
async function encodePicture(bytes: Buffer) {
  for (;;) {
    const getCpuMs = startCpuTimer();
    try {
      const { files } = await processImage({ format: 'jpeg', bytes }, 'photo', 'picture');
      return { files, cpuMs: getCpuMs() };
    } catch (error) {
      if (!(error instanceof AppError && error.status === 503)) throw error;
    }
  }
}

async function measurePictures() {
  const rows: { cpuMs: number; bytes: number; widths: Record<string, number> }[] = [];
  for (let n = 0; n < PICTURES; n += 1) {
    const bytes = await buildPhotograph();
    const { files, cpuMs } = await encodePicture(bytes);
    const widths = Object.fromEntries(files.map((file) => [`${file.width} px`, file.bytes.length]));
    rows.push({ cpuMs, bytes: bytes.length, widths });
  }
  const [first] = rows;
  return {
    'sent kB': round((first?.bytes ?? 0) / 1000, 0),
    ...Object.fromEntries(
      Object.entries(first?.widths ?? {}).map(([width, bytes]) => [`${width}, kB`, round(bytes / 1000, 0)]),
    ),
    'CPU ms': round(median(rows.map(({ cpuMs }) => cpuMs)), 0),
  };
}

/** Creates stories with likes, bookmarks and comments, and a follow. */
async function createContent({ api, createUser }: BenchEnvironment): Promise<void> {
  const [author, reader] = [await createUser(), await createUser()];
  const send = (method: string, path: string, body?: object) =>
    sendRequest(api.url + path, reader.cookie, { method, ...(body ? { body } : {}) });
  await send('PUT', `/api/user/${author.id}/follow`);
  const authorIds = [author.id];
  await storeSyntheticStories(buildVocabulary(), { from: 0, to: STORIES, authorIds });
  const page = await send('GET', '/api/post/getposts?view=card');
  const { posts } = (await page.json()) as { posts: { _id: string }[] };
  for (const { _id } of posts) {
    await send('PUT', `/api/post/${_id}/like`);
    await send('PUT', `/api/post/${_id}/bookmark`);
    await send('POST', `/api/post/${_id}/comments`, { text: MESSAGE });
  }
}

const environment = await createBenchEnvironment();
try {
  console.table([await measureMessages(environment)]);
  await createContent(environment);
  console.table(await measureStoredBytes());
  const joins = [];
  for (const online of ONLINE_COUNTS) joins.push(await measureJoins(environment, online));
  console.table(joins);
} finally {
  await environment.close();
}
console.table([await measurePictures()]);
