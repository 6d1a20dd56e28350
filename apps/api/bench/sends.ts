/**
 * Compares the time from sending a message to the recipient's event with that of a bare relay that does one durable
 * insert first, both with the same number of open sockets. Runs with `npm run bench`, and alone as `bench:sends`. The
 * exit codes are those of `bench:requests`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import WebSocket from 'ws';
import { type BenchEnvironment, createBenchEnvironment, type ServerProcess } from './environment.js';
import { openSocket } from './open-socket.js';
import { median } from './quantile.js';
import { type Comparison, compareRounds, ROUNDS, type Round, reportComparisons } from './rounds.js';
import { sendRequest } from './send-request.js';

/** Messages to the API and to the relay, each, in a round. */
const MESSAGES = 150;
const WARM_UP_MESSAGES = 2_000;
/** Sockets that connect at the same time. */
const BATCH = 50;
/** Users go offline 3 s after their last socket closes, and updates follow within 1 s. */
const OFFLINE_DELAY_MS = 4_500;
/** Longer than the API caches what it looks up for a send. */
const PAUSE_MS = 1_050;
const MESSAGES_AFTER_PAUSES = 10;
const SEND_TIMEOUT_MS = 10_000;

interface Target {
  name: string;
  sockets: number;
  /** Pause before each message. */
  pauseMs?: number;
  messages: number;
  /** Maximum ratio; null when the ratio is only printed. */
  bound: number | null;
}

const TARGETS: readonly Target[] = [
  { name: '2 sockets', sockets: 2, messages: MESSAGES, bound: 1.5 },
  {
    name: '2 sockets, after a pause',
    sockets: 2,
    pauseMs: PAUSE_MS,
    messages: MESSAGES_AFTER_PAUSES,
    bound: null,
  },
  { name: '200 sockets', sockets: 200, messages: MESSAGES, bound: 2 },
  { name: '1,000 sockets', sockets: 1_000, messages: MESSAGES, bound: 2 },
];

async function openInBatches<T>(count: number, open: (index: number) => Promise<T>): Promise<T[]> {
  const opened: T[] = [];
  while (opened.length < count) {
    const batch = Array.from({ length: Math.min(BATCH, count - opened.length) }, (_, n) => opened.length + n);
    opened.push(...(await Promise.all(batch.map(open))));
  }
  return opened;
}

async function openRelaySocket(baseline: ServerProcess): Promise<WebSocket> {
  const socket = new WebSocket(baseline.url.replace('http', 'ws'));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return socket;
}

type Send = (text: string) => { arrived: Promise<unknown>; response: Promise<unknown> };

/** Waits for the event and the response of a message. Returns the time until the event, in ms. */
async function measureSend(send: Send, text: string): Promise<number> {
  const start = performance.now();
  const { arrived, response } = send(text);
  const timeout = delay(SEND_TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error(`"${text}" had no event or no response within ${SEND_TIMEOUT_MS / 1000} s`);
  });
  const durationMs = arrived.then(() => performance.now() - start);
  const [result] = await Promise.race([Promise.all([durationMs, response]), timeout]);
  return result;
}

/** Sends messages one after another. Returns the median time until the event, in ms. */
async function measure(send: Send, { messages, pauseMs }: Pick<Target, 'messages' | 'pauseMs'>) {
  const times: number[] = [];
  for (let n = 0; n < messages; n += 1) {
    if (pauseMs !== undefined) await delay(pauseMs);
    times.push(await measureSend(send, `Message ${n}`));
  }
  return median(times);
}

async function measureTarget(
  { api, createUsers }: BenchEnvironment,
  baseline: ServerProcess,
  target: Target,
): Promise<Comparison & { name: string }> {
  const users = await createUsers(target.sockets);
  const apiSockets: Socket[] = await openInBatches(users.length, (index) =>
    openSocket(api.url, users[index]?.cookie ?? ''),
  );
  const [sender, recipient] = users;
  if (!sender || !recipient) throw new Error('No users');
  // The relay forwards messages to its first socket.
  const recipientSocket = await openRelaySocket(baseline);
  const otherRelaySockets = await openInBatches(target.sockets - 1, () => openRelaySocket(baseline));

  const sendToApi: Send = (text) => ({
    arrived: new Promise((resolve) => apiSockets[1]?.once('newMessage', resolve)),
    response: sendRequest(`${api.url}/api/message/send/${recipient.id}`, sender.cookie, {
      method: 'POST',
      body: { text, clientMessageId: crypto.randomUUID() },
    }).then((response) => response.text()),
  });
  const sendToRelay: Send = (text) => ({
    arrived: new Promise((resolve) => recipientSocket.once('message', resolve)),
    response: fetch(baseline.url, { method: 'POST', body: text }).then((response) => response.text()),
  });

  if (target.pauseMs === undefined) {
    await measure(sendToApi, { messages: WARM_UP_MESSAGES });
    await measure(sendToRelay, { messages: WARM_UP_MESSAGES });
  }
  const rounds: Round[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const apiMs = await measure(sendToApi, target);
    rounds.push({ apiMs, baselineMs: await measure(sendToRelay, target) });
  }
  for (const socket of [...apiSockets, recipientSocket, ...otherRelaySockets]) socket.close();
  await delay(OFFLINE_DELAY_MS);
  return { name: target.name, ...compareRounds(rounds, target.bound) };
}

const environment = await createBenchEnvironment();
const baseline = await environment.startBaseline();
const comparisons: Awaited<ReturnType<typeof measureTarget>>[] = [];
try {
  for (const target of TARGETS) comparisons.push(await measureTarget(environment, baseline, target));
} finally {
  await baseline.stop();
  await environment.close();
}
console.log(
  "Time from sending a message to the recipient's event, compared with a relay that stores it first:",
);
reportComparisons(comparisons);
