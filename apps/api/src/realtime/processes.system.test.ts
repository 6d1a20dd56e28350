import { setTimeout as wait } from 'node:timers/promises';
import { type Message, SOCKET_ID_HEADER } from '@safarnama/contracts';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildMessageInput } from '../../test/factories.js';
import { signUp, useProcesses } from '../../test/process.js';
import { useRedis } from '../../test/redis.js';
import { type TestSocket, useSockets } from '../../test/socket.js';

/** For what takes moments, on a machine that has other things to do. */
const TIMEOUT_MS = 5_000;
const DELTA = { auth: { presence: 'delta' } };

type TestUser = Awaited<ReturnType<typeof signUp>>;
type ApiProcess = ReturnType<ReturnType<typeof useProcesses>['start']>;

const redis = useRedis();
const { start } = useProcesses();
/** Two processes, or one more where a test starts it. */
let processes: ApiProcess[] = [];
let urls: string[] = [];
const socketFactories = [0, 1, 2].map((index) =>
  useSockets({
    get url() {
      return urls[index] ?? '';
    },
  }),
);
/** What was measured, printed at the end. */
const measurements: { description: string; took: string; limit: string }[] = [];

function recordDuration(description: string, ms: number, limitMs: number): void {
  measurements.push({ description, took: `${Math.round(ms)} ms`, limit: `${limitMs} ms` });
  expect(ms).toBeLessThan(limitMs);
}
afterAll(() => console.table(measurements));

async function startProcess(env: Record<string, string> = {}): Promise<void> {
  const started = start({ REDIS_URL: redis.url, ...env });
  const index = processes.push(started) - 1;
  urls[index] = await started.ready();
}

/** Starts two processes that know of each other. */
async function startTwo(env: Record<string, string> = {}): Promise<void> {
  await Promise.all([startProcess(env), startProcess(env)]);
  await waitForRedisState('up');
}

async function waitForRedisState(state: 'up' | 'down', timeout = TIMEOUT_MS): Promise<void> {
  await vi.waitFor(
    async () => {
      for (const url of urls) {
        const response = await fetch(`${url}/health/ready`);
        expect(response.status).toBe(200);
        expect(await response.json()).toEqual({ database: 'up', redis: state });
      }
    },
    { timeout, interval: 20 },
  );
}

afterEach(() => {
  processes = [];
  urls = [];
});

function open(index: number, user: TestUser, options: object = {}): Promise<TestSocket> {
  const socketFactory = socketFactories[index];
  if (!socketFactory) throw new Error(`no process ${index}`);
  return socketFactory.open({ cookie: user.cookie, ...DELTA, ...options });
}

function call(index: number, user: TestUser, method: string, path: string, body?: unknown, headers = {}) {
  return fetch(`${urls[index]}${path}`, {
    method,
    headers: { Cookie: user.cookie, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function send(
  index: number,
  from: TestUser,
  to: TestUser,
  text: string,
  headers = {},
): Promise<Message> {
  const input = buildMessageInput({ text });
  const response = await call(index, from, 'POST', `/api/message/send/${to.id}`, input, headers);
  if (response.status !== 201) throw new Error(`send answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Message;
}

/** Milliseconds until something holds. */
async function measureUntil(check: () => void, timeout = TIMEOUT_MS): Promise<number> {
  const startedAt = performance.now();
  await vi.waitFor(check, { timeout, interval: 5 });
  return performance.now() - startedAt;
}

const textsOf = (socket: TestSocket) => socket.received('newMessage').map(({ text }) => text);
/** People online as a client knows, of those that the test is about. */
const countOnline = (socket: TestSocket, ...users: TestUser[]) =>
  users.filter(({ id }) => socket.online().includes(id)).length;

async function signUpTwo(): Promise<[TestUser, TestUser]> {
  const url = urls[0] ?? '';
  return [await signUp(url), await signUp(url)];
}

describe('Reliability 6: two processes', () => {
  beforeEach(() => startTwo());

  it('messages: reach the receiver and the sender’s other device through the other process, both ways', async () => {
    const [asha, ravi] = await signUpTwo();
    const [ashasTab, ashasPhone] = [await open(0, asha), await open(1, asha)];
    const [ravisTab, ravisPhone] = [await open(0, ravi), await open(1, ravi)];

    const origin = { [SOCKET_ID_HEADER]: ashasTab.client.id ?? '' };
    const startedAt = performance.now();
    const there = await send(0, asha, ravi, 'वहाँ', origin);
    await measureUntil(() => {
      for (const socket of [ravisTab, ravisPhone, ashasPhone]) expect(textsOf(socket)).toEqual(['वहाँ']);
    });
    const took = performance.now() - startedAt;
    // Named by its id though it is on the process that does not take the send.
    const back = await send(1, asha, ravi, 'ফিরে', origin);
    await measureUntil(() => expect(textsOf(ravisTab)).toEqual(['वहाँ', 'ফিরে']));
    const startedBackAt = performance.now();
    await send(1, ravi, asha, 'பதில்');
    await measureUntil(() => expect(textsOf(ashasTab)).toEqual(['பதில்']));
    const returnElapsed = performance.now() - startedBackAt;

    recordDuration('send until it is on both devices of the other process', took, 1_000);
    recordDuration('send the other way', returnElapsed, 1_000);
    expect(textsOf(ashasPhone)).toEqual(['वहाँ', 'ফিরে', 'பதில்']);
    expect(ravisPhone.received('newMessage').slice(0, 2)).toEqual([there, back]);
  });

  it('presence: one truth in both; one tab of two closed changes nothing, the last one means off after 3 s', async () => {
    const [asha, ravi] = await signUpTwo();
    const watcher = await open(1, ravi);
    const oldClient = await open(1, ravi, { auth: {} });

    const first = await open(0, asha);
    const onlineAfter = await measureUntil(() => expect(countOnline(watcher, asha)).toBe(1));
    const second = await open(1, asha);
    first.client.disconnect();
    // Longer than the grace: that she stays is what is to be seen.
    await wait(4_500);
    const stayed = countOnline(watcher, asha) + countOnline(oldClient, asha);
    second.client.disconnect();
    const leftAfter = await measureUntil(() => expect(countOnline(watcher, asha)).toBe(0), 8_000);
    await measureUntil(() => expect(countOnline(oldClient, asha)).toBe(0));

    expect(stayed).toBe(2);
    expect(watcher.received('presenceDelta').filter(({ offline }) => offline.includes(asha.id))).toHaveLength(
      1,
    );
    expect(leftAfter).toBeGreaterThan(2_900);
    recordDuration('coming online seen through the other process', onlineAfter, 2_000);
    recordDuration('going offline seen through the other process (3 s of grace)', leftAfter, 5_500);
  });

  it('50 sockets a person: counted over both, told why beyond, and free again when one closes', async () => {
    const [asha, ravi] = await signUpTwo();
    const outcomes: string[] = [];
    const opened: TestSocket[] = [];
    for (let n = 0; n < 54; n += 1) {
      const attempt = open(n % 2, asha);
      await attempt.then(
        (socket) => opened.push(socket),
        (error: Error) => outcomes.push(error.message),
      );
    }
    const other = await open(1, ravi);
    opened[0]?.client.disconnect();
    const free = await vi.waitFor(() => open(1, asha), { timeout: TIMEOUT_MS, interval: 50 });

    expect(opened).toHaveLength(50);
    expect(outcomes).toEqual(Array(4).fill('Too many open tabs'));
    expect([other.client.connected, free.client.connected]).toEqual([true, true]);
    measurements.push({
      description: 'sockets of one person over two processes',
      took: '50 let in',
      limit: '50',
    });
  });

  it('a process that starts later: knows at once who is online', async () => {
    const [asha, ravi] = await signUpTwo();
    await open(0, asha);
    await startProcess();
    await waitForRedisState('up');

    const late = await open(2, ravi);
    const synchronizedAfter = await measureUntil(() => expect(countOnline(late, asha)).toBe(1));

    recordDuration('a new process knows who is online', synchronizedAfter, 3_000);
  });

  it('kill -9 of a process: its people are off within 15 s, and stay so', async () => {
    const [asha, ravi] = await signUpTwo();
    const watcher = await open(1, ravi);
    await open(0, asha);
    await measureUntil(() => expect(countOnline(watcher, asha)).toBe(1));

    processes[0]?.child.kill('SIGKILL');
    const offAfter = await measureUntil(() => expect(countOnline(watcher, asha)).toBe(0), 20_000);
    await startProcess();
    const late = await open(2, ravi);
    await wait(3_000);

    recordDuration('people of a killed process off', offAfter, 15_000);
    expect(countOnline(late, asha) + countOnline(watcher, asha)).toBe(0);
  });

  it('a process that stops: its people are off after the time they have to come back', async () => {
    const [asha, ravi] = await signUpTwo();
    const watcher = await open(1, ravi);
    await open(0, asha);
    await measureUntil(() => expect(countOnline(watcher, asha)).toBe(1));

    processes[0]?.child.kill('SIGTERM');
    const offAfter = await measureUntil(() => expect(countOnline(watcher, asha)).toBe(0), 20_000);

    expect(await processes[0]?.exit).toBe(0);
    recordDuration('people of a stopped process off (3 s of grace)', offAfter, 6_000);
  });

  it('the end of a session: closes its sockets on the other process within a second', async () => {
    const [asha, ravi] = await signUpTwo();
    const [there, other] = [await open(1, asha), await open(1, ravi)];

    const asked = performance.now();
    await call(0, asha, 'POST', '/api/auth/logout');
    await measureUntil(() => expect(there.disconnectReason()).toBe('io server disconnect'));

    recordDuration(
      'sockets on the other process closed with their session',
      performance.now() - asked,
      1_000,
    );
    expect(other.disconnectReason()).toBeNull();
  });

  it('appear offline and a block: seen through the other process at once, and back; typing too', async () => {
    const [asha, ravi] = await signUpTwo();
    const [ashas, ravis] = [await open(0, asha), await open(1, ravi)];
    await measureUntil(() => expect(countOnline(ravis, asha)).toBe(1));
    const type = () => ashas.client.emit('typing', { toUserId: ravi.id });

    type();
    const typed = await measureUntil(() =>
      expect(ravis.received('typing')).toEqual([{ fromUserId: asha.id }]),
    );
    // Through the process that holds none of her sockets.
    await call(1, asha, 'PUT', '/api/auth/privacy', { appearOffline: true });
    const hiddenAfter = await measureUntil(() => expect(countOnline(ravis, asha)).toBe(0));
    type();
    await call(1, asha, 'PUT', '/api/auth/privacy', { appearOffline: false });
    const back = await measureUntil(() => expect(countOnline(ravis, asha)).toBe(1));
    await call(0, ravi, 'PUT', `/api/message/${asha.id}/block`);
    const blocked = await measureUntil(() => {
      expect(countOnline(ravis, asha) + countOnline(ashas, ravi)).toBe(0);
    });
    type();
    await call(1, ravi, 'DELETE', `/api/message/${asha.id}/block`);
    const unblocked = await measureUntil(() => {
      expect(countOnline(ravis, asha) + countOnline(ashas, ravi)).toBe(2);
    });

    expect(ravis.received('typing')).toHaveLength(1);
    expect(ashas.online()).toContain(asha.id);
    recordDuration('typing shown through the other process', typed, 1_000);
    recordDuration('appearing offline seen through the other process', hiddenAfter, 1_500);
    recordDuration('appearing online again', back, 1_500);
    recordDuration('a block takes both out of each other’s lists', blocked, 1_500);
    recordDuration('its end puts both back', unblocked, 1_500);
  });
});

describe('limits', () => {
  it('are counted over both processes, and by each alone while Redis is away', async () => {
    await startTwo({ TRUST_PROXY: '1' });
    const wrong = (index: number, email: string) =>
      fetch(`${urls[index]}/api/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.7' },
        body: JSON.stringify({ email, password: 'not-this-one' }),
      }).then(({ status }) => status);
    const statusesOf = async (email: string) => {
      const statuses = [];
      for (let n = 0; n < 12; n += 1) statuses.push(await wrong(n % 2, email));
      return statuses;
    };

    const together = await statusesOf('together@example.com');
    await redis.kill();
    await waitForRedisState('down');
    const alone = await statusesOf('alone@example.com');
    await redis.start();
    await waitForRedisState('up');
    const again = await statusesOf('again@example.com');

    expect(together).toEqual([...Array<number>(10).fill(401), 429, 429]);
    expect(alone).toEqual(Array<number>(12).fill(401));
    expect(again).toEqual([...Array<number>(10).fill(401), 429, 429]);
    measurements.push({
      description: 'a limit of 10 over two processes',
      took: '10 let through',
      limit: '10',
    });
  });
});

describe('Reliability 3: Redis gone', () => {
  it('at the start: the process goes on alone, and joins the others when it comes', async () => {
    await redis.kill();
    await Promise.all([startProcess(), startProcess()]);
    const [asha, ravi] = await signUpTwo();
    await waitForRedisState('down');
    const [near, ravis] = [await open(0, ravi), await open(1, ravi)];
    const ashas = await open(0, asha);
    const startedAt = performance.now();
    await send(0, asha, ravi, 'अकेले');
    await measureUntil(() => expect(textsOf(near)).toEqual(['अकेले']));
    const took = performance.now() - startedAt;
    const farBefore = countOnline(ravis, asha);

    await redis.start();
    const joinedAfter = await measureUntil(() => expect(countOnline(ravis, asha)).toBe(1));
    await send(1, ravi, asha, 'साथ');
    await measureUntil(() => expect(textsOf(ashas)).toEqual(['साथ']));

    expect(farBefore).toBe(0);
    recordDuration('without Redis: message in the same process', took, 1_000);
    recordDuration('Redis there for the first time: presence right', joinedAfter, 5_000);
    for (const { stdout } of processes) expect(stdout().match(/Redis is away/g)).toHaveLength(1);
  });

  it('and back under traffic: nothing fails, and all is right within 5 s', async () => {
    await startTwo();
    const [asha, ravi] = await signUpTwo();
    const [leaving, coming, ended, hiding] = await Promise.all([0, 0, 0, 0].map(() => signUp(urls[0] ?? '')));
    if (!leaving || !coming || !ended || !hiding) throw new Error('unreachable');
    const [near, far] = [await open(0, ravi), await open(1, ravi)];
    await open(0, asha);
    const left = await open(0, leaving);
    const endedFar = await open(1, ended);
    await open(1, hiding);
    await measureUntil(() => expect(countOnline(far, asha, leaving, ended, hiding)).toBe(4));

    const statuses: number[] = [];
    const times: number[] = [];
    let sent = 0;
    let isOver = false;
    const traffic = (async () => {
      while (!isOver) {
        const startedAt = performance.now();
        sent += 1;
        const response = await call(
          0,
          asha,
          'POST',
          `/api/message/send/${ravi.id}`,
          buildMessageInput({ text: `संदेश ${sent}` }),
        );
        statuses.push(response.status);
        times.push(performance.now() - startedAt);
        await wait(20);
      }
    })();
    await measureUntil(() => expect(textsOf(far).length).toBeGreaterThan(5));
    await redis.kill();
    await waitForRedisState('down');
    const sentBefore = sent;
    // What the other process cannot be told of now.
    await call(0, ended, 'POST', '/api/auth/logout');
    await call(0, hiding, 'PUT', '/api/auth/privacy', { appearOffline: true });
    left.client.disconnect();
    await open(0, coming);
    // Longer than a process is thought alive without a word: each is alone for sure.
    await measureUntil(() => expect(countOnline(far, asha)).toBe(0), 20_000);
    const aloneSent = sent - sentBefore;
    const lists = far.received('getOnlineUsers').length;

    await redis.start();
    const backAt = performance.now();
    await measureUntil(() => {
      expect(countOnline(far, asha, coming)).toBe(2);
      expect(countOnline(far, leaving, hiding)).toBe(0);
    });
    const presenceAfter = performance.now() - backAt;
    await measureUntil(() => expect(endedFar.disconnectReason()).toBe('io server disconnect'));
    const sessionsAfter = performance.now() - backAt;
    const messageCount = textsOf(far).length;
    await measureUntil(() => expect(textsOf(far).length).toBeGreaterThan(messageCount));
    const fanOutAfter = performance.now() - backAt;
    // The word to fetch what found no way here meanwhile.
    await measureUntil(() => expect(far.received('getOnlineUsers').length).toBeGreaterThan(lists));
    const listResentAfter = performance.now() - backAt;
    isOver = true;
    await traffic;
    await measureUntil(() => expect(textsOf(near)).toHaveLength(sent));

    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(aloneSent).toBeGreaterThan(10);
    expect(textsOf(near)).toEqual(Array.from({ length: sent }, (_, index) => `संदेश ${index + 1}`));
    measurements.push({
      description: `${sent} sends with Redis gone in between`,
      took: '0 failed',
      limit: '0',
    });
    recordDuration('slowest of them', Math.max(...times), 3_000);
    recordDuration('Redis back: presence and hiding right', presenceAfter, 5_000);
    recordDuration('Redis back: missed end of a session made up', sessionsAfter, 5_000);
    recordDuration('Redis back: messages through the other process', fanOutAfter, 5_000);
    recordDuration('Redis back: clients told to fetch what they missed', listResentAfter, 5_000);
    for (const { stdout } of processes) {
      expect(stdout().match(/Redis is away/g)).toHaveLength(1);
      expect(stdout().match(/Redis is there/g)).toHaveLength(2);
    }
  }, 90_000);

  it('without a word, its lines still open: nobody waits for it, and it is found out', async () => {
    await startTwo();
    const [asha, ravi] = await signUpTwo();
    const near = await open(0, ravi);

    redis.freeze();
    try {
      const startedAt = performance.now();
      await send(0, asha, ravi, 'जमा हुआ');
      await measureUntil(() => expect(textsOf(near)).toEqual(['जमा हुआ']));
      recordDuration('Redis frozen: send and delivery', performance.now() - startedAt, 5_000);
      await waitForRedisState('down', 10_000);
      const againAt = performance.now();
      await send(0, asha, ravi, 'फिर');
      recordDuration('once that is noticed', performance.now() - againAt, 1_000);
    } finally {
      redis.resume();
    }
    const thawedAt = performance.now();
    await waitForRedisState('up', 10_000);

    recordDuration('Redis thawed: joined again', performance.now() - thawedAt, 5_000);
  });
});
