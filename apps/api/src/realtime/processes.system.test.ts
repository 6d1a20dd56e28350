import { setTimeout as wait } from 'node:timers/promises';
import { type Message, type NotificationPage, SOCKET_ID_HEADER } from '@safarnama/contracts';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildMessageInput, buildPostInput } from '../../test/factories.js';
import { fetchAs, signUp, useProcesses } from '../../test/process.js';
import { useRedis } from '../../test/redis.js';
import { type TestSocket, useSockets } from '../../test/socket.js';
import { createTcpProxy } from '../../test/tcp-proxy.js';

/** Maximum time of each wait, generous for a busy machine; `recordDuration` asserts the durations that are promised. */
const TIMEOUT_MS = 20_000;
const DELTA = { auth: { presence: 'delta' } };

type TestUser = Awaited<ReturnType<typeof signUp>>;
type ApiProcess = ReturnType<ReturnType<typeof useProcesses>['start']>;

const redis = useRedis();
const { start } = useProcesses();
/** Two processes, or three where a test starts another. */
let processes: ApiProcess[] = [];
let urls: string[] = [];
const socketFactories = [0, 1, 2].map((index) =>
  useSockets({
    get url() {
      return urls[index] ?? '';
    },
  }),
);
/** Durations with their limits; printed at the end. */
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

/** Starts two processes and waits until both are connected to Redis. */
async function startTwo(env: Record<string, string> = {}): Promise<void> {
  await Promise.all([startProcess(env), startProcess(env)]);
  await waitForRedisState('up');
}

async function waitForRedisState(state: 'up' | 'down', ofUrls: readonly string[] = urls): Promise<void> {
  await vi.waitFor(
    async () => {
      for (const url of ofUrls) {
        const response = await fetch(`${url}/health/ready`);
        expect(response.status).toBe(200);
        expect(await response.json()).toEqual({ database: 'up', redis: state });
      }
    },
    { timeout: TIMEOUT_MS, interval: 20 },
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

function call(index: number, user: TestUser, method: string, path: string, body?: object, headers = {}) {
  return fetchAs(user, method, `${urls[index]}${path}`, body, headers);
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
  if (response.status !== 201) throw new Error(`send responded ${response.status}: ${await response.text()}`);
  return (await response.json()) as Message;
}

/** Time until a check passes, in ms. */
async function measureUntil(check: () => void): Promise<number> {
  const startedAt = performance.now();
  await vi.waitFor(check, { timeout: TIMEOUT_MS, interval: 5 });
  return performance.now() - startedAt;
}

const getTexts = (socket: TestSocket) => socket.received('newMessage').map(({ text }) => text);
/** How many of these users a client shows online. */
const countOnline = (socket: TestSocket, ...users: TestUser[]) =>
  users.filter(({ id }) => socket.online().includes(id)).length;

async function signUpTwo(): Promise<[TestUser, TestUser]> {
  const url = urls[0] ?? '';
  return [await signUp(url), await signUp(url)];
}

describe('Reliability 6: two processes', () => {
  beforeEach(() => startTwo());

  it('messages: reach the recipient and the sender’s other device through the other process, in both directions', async () => {
    const [asha, ravi] = await signUpTwo();
    const [ashasTab, ashasPhone] = [await open(0, asha), await open(1, asha)];
    const [ravisTab, ravisPhone] = [await open(0, ravi), await open(1, ravi)];

    const origin = { [SOCKET_ID_HEADER]: ashasTab.client.id ?? '' };
    const startedAt = performance.now();
    const firstMessage = await send(0, asha, ravi, 'वहाँ', origin);
    await measureUntil(() => {
      for (const socket of [ravisTab, ravisPhone, ashasPhone]) expect(getTexts(socket)).toEqual(['वहाँ']);
    });
    const took = performance.now() - startedAt;
    // The excluded socket is connected to the process that does not receive the request.
    const secondMessage = await send(1, asha, ravi, 'ফিরে', origin);
    await measureUntil(() => expect(getTexts(ravisTab)).toEqual(['वहाँ', 'ফিরে']));
    const replyStartedAt = performance.now();
    await send(1, ravi, asha, 'பதில்');
    await measureUntil(() => expect(getTexts(ashasTab)).toEqual(['பதில்']));
    const replyElapsed = performance.now() - replyStartedAt;

    recordDuration('message sent: received on both devices of the other process', took, 1_000);
    recordDuration('message sent in the other direction: received', replyElapsed, 1_000);
    expect(getTexts(ashasPhone)).toEqual(['वहाँ', 'ফিরে', 'பதில்']);
    expect(ravisPhone.received('newMessage').slice(0, 2)).toEqual([firstMessage, secondMessage]);
  });

  it('presence: is the same in both; a user is offline 3 s after their last tab closed, not after one of two', async () => {
    const [asha, ravi] = await signUpTwo();
    const watcher = await open(1, ravi);
    const oldClient = await open(1, ravi, { auth: {} });

    const first = await open(0, asha);
    const onlineAfter = await measureUntil(() => expect(countOnline(watcher, asha)).toBe(1));
    const second = await open(1, asha);
    first.client.disconnect();
    // Longer than the grace period.
    await wait(4_500);
    const onlineAfterFirst = countOnline(watcher, asha) + countOnline(oldClient, asha);
    second.client.disconnect();
    const leftAfter = await measureUntil(() => expect(countOnline(watcher, asha)).toBe(0));
    await measureUntil(() => expect(countOnline(oldClient, asha)).toBe(0));

    expect(onlineAfterFirst).toBe(2);
    expect(watcher.received('presenceDelta').filter(({ offline }) => offline.includes(asha.id))).toHaveLength(
      1,
    );
    expect(leftAfter).toBeGreaterThan(2_900);
    recordDuration('coming online: shown through the other process', onlineAfter, 2_000);
    recordDuration('going offline: shown through the other process (3 s grace period)', leftAfter, 5_500);
  });

  it('50 sockets per user: are counted across both; more are rejected with the reason until one closes', async () => {
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
      description: 'sockets of one user in two processes',
      took: '50 admitted',
      limit: '50',
    });
  });

  it('a process that starts later: knows who is online', async () => {
    const [asha, ravi] = await signUpTwo();
    await open(0, asha);
    await startProcess();
    await waitForRedisState('up');

    const late = await open(2, ravi);
    const synchronizedAfter = await measureUntil(() => expect(countOnline(late, asha)).toBe(1));

    recordDuration('new process: knows who is online', synchronizedAfter, 3_000);
  });

  it('a killed process: its users are offline within 15 s, and stay offline', async () => {
    const [asha, ravi] = await signUpTwo();
    const watcher = await open(1, ravi);
    await open(0, asha);
    await measureUntil(() => expect(countOnline(watcher, asha)).toBe(1));

    processes[0]?.child.kill('SIGKILL');
    const offAfter = await measureUntil(() => expect(countOnline(watcher, asha)).toBe(0));
    await startProcess();
    const late = await open(2, ravi);
    await wait(3_000);

    recordDuration('killed process: users offline', offAfter, 15_000);
    expect(countOnline(late, asha) + countOnline(watcher, asha)).toBe(0);
  });

  it('a process that stops: its users are offline after the grace period', async () => {
    const [asha, ravi] = await signUpTwo();
    const watcher = await open(1, ravi);
    await open(0, asha);
    await measureUntil(() => expect(countOnline(watcher, asha)).toBe(1));

    processes[0]?.child.kill('SIGTERM');
    const offAfter = await measureUntil(() => expect(countOnline(watcher, asha)).toBe(0));

    expect(await processes[0]?.exit).toBe(0);
    recordDuration('stopped process: users offline (3 s grace period)', offAfter, 6_000);
  });

  it('a session that ends: its sockets in the other process close within a second', async () => {
    const [asha, ravi] = await signUpTwo();
    const [socket, other] = [await open(1, asha), await open(1, ravi)];

    const startedAt = performance.now();
    await call(0, asha, 'POST', '/api/auth/logout');
    await measureUntil(() => expect(socket.disconnectReason()).toBe('io server disconnect'));

    recordDuration(
      'sockets on the other process closed with their session',
      performance.now() - startedAt,
      1_000,
    );
    expect(other.disconnectReason()).toBeNull();
  });

  it('comments of a watched story: arrive through the other process, until the story is unpublished there', async () => {
    const [asha, ravi] = await signUpTwo();
    const created = await call(0, asha, 'POST', '/api/post/create-post', buildPostInput());
    const { post } = (await created.json()) as { post: { _id: string } };
    const [watcher, other] = [await open(1, ravi), await open(1, asha)];
    expect(await watcher.client.emitWithAck('watchPost', { postId: post._id })).toEqual({ ok: true });

    const startedAt = performance.now();
    const comment = await call(0, asha, 'POST', `/api/post/${post._id}/comments`, { text: 'वहाँ से' });
    await measureUntil(() => expect(watcher.received('postComment')).toHaveLength(1));
    recordDuration('comment added: received in the other process', performance.now() - startedAt, 1_000);
    expect(watcher.received('postComment')[0]).toEqual({
      postId: post._id,
      kind: 'added',
      ...((await comment.json()) as object),
    });

    const unpublished = await call(0, asha, 'POST', `/api/post/${post._id}/unpublish`);
    const { draft } = (await unpublished.json()) as { draft: { key: string } };
    const again = { ...buildPostInput(), draftKey: draft.key };
    expect((await call(0, asha, 'POST', '/api/post/create-post', again)).status).toBe(201);
    await call(0, asha, 'POST', `/api/post/${post._id}/comments`, { text: 'फिर' });
    // Arrives after all earlier events.
    await send(0, asha, ravi, 'अंत');
    await measureUntil(() => expect(getTexts(watcher)).toEqual(['अंत']));
    expect(watcher.received('postComment')).toHaveLength(1);
    expect(other.received('postComment')).toEqual([]);
  });

  it('notifications: reach the sockets of the other process, and are read through either one', async () => {
    const [asha, ravi] = await signUpTwo();
    const created = await call(0, asha, 'POST', '/api/post/create-post', buildPostInput());
    const { post } = (await created.json()) as { post: { _id: string } };
    const socket = await open(1, asha);
    const readPage = async (index: number) =>
      (await (await call(index, asha, 'GET', '/api/notifications')).json()) as NotificationPage;

    const startedAt = performance.now();
    await call(0, ravi, 'POST', `/api/post/${post._id}/comments`, { text: 'वहाँ से' });
    await measureUntil(() => expect(socket.received('notification')).toHaveLength(1));
    recordDuration('comment stored: notification in the other process', performance.now() - startedAt, 1_000);
    const stored = socket.received('notification')[0];
    const [first, second] = [await readPage(0), await readPage(1)];
    expect(first).toEqual(second);
    expect(first).toMatchObject({ notifications: [stored], unreadCount: 1 });

    const read = await call(0, asha, 'POST', '/api/notifications/read', { upTo: stored?._id });
    expect(await read.json()).toEqual({ unreadCount: 0 });
    expect(await readPage(1)).toMatchObject({ unreadCount: 0 });
    await measureUntil(() => expect(socket.received('notificationsRead')).toEqual([{ unreadCount: 0 }]));
  });

  it('a story in a message: arrives through the other process, as do its later states', async () => {
    const [asha, ravi] = await signUpTwo();
    const created = await call(0, asha, 'POST', '/api/post/create-post', buildPostInput());
    const { post } = (await created.json()) as { post: { _id: string; slug: string; blogTitle: string } };
    const { _id: postId, slug, blogTitle } = post;
    const [author, reader] = [await open(1, asha), await open(0, ravi)];

    await call(0, ravi, 'POST', `/api/message/send/${asha.id}`, { postId, quotedText: 'नाव' });
    await measureUntil(() =>
      expect(author.received('newMessage')).toMatchObject([{ quotedText: 'नाव', post: { slug, blogTitle } }]),
    );
    const expectStates = async (...states: (object | null)[]) => {
      const expected = states.map((state) => ({ postId, post: state }));
      for (const socket of [author, reader]) {
        await measureUntil(() => expect(socket.received('sharedPostChanged')).toMatchObject(expected));
      }
    };

    const change = { ...buildPostInput(), blogTitle: 'शाम', visibility: 'public' };
    await call(1, asha, 'PUT', `/api/post/update-post/${postId}`, change);
    const startedAt = performance.now();
    await expectStates({ slug, blogTitle: 'शाम' });
    recordDuration(
      'story changed: shown in messages in both processes',
      performance.now() - startedAt,
      1_000,
    );
    await call(0, asha, 'PUT', `/api/post/update-post/${postId}`, { ...change, visibility: 'members' });
    await expectStates({ blogTitle: 'शाम' }, { blogTitle: 'शाम' });
    await call(1, asha, 'DELETE', `/api/post/delete-post/${postId}`);
    await expectStates({ blogTitle: 'शाम' }, { blogTitle: 'शाम' }, null);
  });

  it('hiding, a block and typing: take effect through the other process, as does their end', async () => {
    const [asha, ravi] = await signUpTwo();
    const [ashaSocket, raviSocket] = [await open(0, asha), await open(1, ravi)];
    await measureUntil(() => expect(countOnline(raviSocket, asha)).toBe(1));
    const sendTyping = () => ashaSocket.client.emit('typing', { toUserId: ravi.id });

    sendTyping();
    const typed = await measureUntil(() =>
      expect(raviSocket.received('typing')).toEqual([{ fromUserId: asha.id }]),
    );
    // Through the process without any of her sockets.
    await call(1, asha, 'PUT', '/api/auth/privacy', { appearOffline: true });
    const hiddenAfter = await measureUntil(() => expect(countOnline(raviSocket, asha)).toBe(0));
    sendTyping();
    await call(1, asha, 'PUT', '/api/auth/privacy', { appearOffline: false });
    const shownAfter = await measureUntil(() => expect(countOnline(raviSocket, asha)).toBe(1));
    await call(0, ravi, 'PUT', `/api/message/${asha.id}/block`);
    const blocked = await measureUntil(() => {
      expect(countOnline(raviSocket, asha) + countOnline(ashaSocket, ravi)).toBe(0);
    });
    sendTyping();
    await call(1, ravi, 'DELETE', `/api/message/${asha.id}/block`);
    const unblocked = await measureUntil(() => {
      expect(countOnline(raviSocket, asha) + countOnline(ashaSocket, ravi)).toBe(2);
    });

    expect(raviSocket.received('typing')).toHaveLength(1);
    expect(ashaSocket.online()).toContain(asha.id);
    recordDuration('typing: shown through the other process', typed, 1_000);
    recordDuration('hiding: shown through the other process', hiddenAfter, 1_500);
    recordDuration('hiding ended: shown through the other process', shownAfter, 1_500);
    recordDuration('block: both removed from each other’s lists', blocked, 1_500);
    recordDuration('block removed: both back in the lists', unblocked, 1_500);
  });
});

describe('rate limits', () => {
  it('count across both processes, and in each separately while Redis is unavailable', async () => {
    await startTwo({ TRUST_PROXY: '1' });
    const sendWrongPassword = (index: number, email: string) =>
      fetch(`${urls[index]}/api/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.7' },
        body: JSON.stringify({ email, password: 'not-this-one' }),
      }).then(({ status }) => status);
    const tryLogins = async (email: string) => {
      const statuses = [];
      for (let n = 0; n < 12; n += 1) statuses.push(await sendWrongPassword(n % 2, email));
      return statuses;
    };

    const together = await tryLogins('together@example.com');
    await redis.kill();
    await waitForRedisState('down');
    const alone = await tryLogins('alone@example.com');
    await redis.start();
    await waitForRedisState('up');
    const again = await tryLogins('again@example.com');

    expect(together).toEqual([...Array<number>(10).fill(401), 429, 429]);
    expect(alone).toEqual(Array<number>(12).fill(401));
    expect(again).toEqual([...Array<number>(10).fill(401), 429, 429]);
    measurements.push({
      description: 'limit of 10 across two processes',
      took: '10 admitted',
      limit: '10',
    });
  });
});

describe('Reliability 3: Redis unavailable', () => {
  it('at the start: each process works alone, and joins the other when Redis is available', async () => {
    await redis.kill();
    await Promise.all([startProcess(), startProcess()]);
    const [asha, ravi] = await signUpTwo();
    await waitForRedisState('down');
    const [localSocket, raviSocket] = [await open(0, ravi), await open(1, ravi)];
    const ashaSocket = await open(0, asha);
    const startedAt = performance.now();
    await send(0, asha, ravi, 'अकेले');
    await measureUntil(() => expect(getTexts(localSocket)).toEqual(['अकेले']));
    const took = performance.now() - startedAt;
    const onlineBefore = countOnline(raviSocket, asha);

    await redis.start();
    const joinedAfter = await measureUntil(() => expect(countOnline(raviSocket, asha)).toBe(1));
    await send(1, ravi, asha, 'साथ');
    await measureUntil(() => expect(getTexts(ashaSocket)).toEqual(['साथ']));

    expect(onlineBefore).toBe(0);
    recordDuration('without Redis: message received in the same process', took, 1_000);
    recordDuration('Redis available for the first time: presence correct', joinedAfter, 5_000);
    for (const { stdout } of processes) expect(stdout().match(/Redis is unavailable/g)).toHaveLength(1);
  });

  it('during requests: no request fails, and everything is correct within 5 s after Redis returns', async () => {
    await startTwo();
    const [asha, ravi] = await signUpTwo();
    const [leaving, coming, ended, hiding] = await Promise.all([0, 0, 0, 0].map(() => signUp(urls[0] ?? '')));
    if (!leaving || !coming || !ended || !hiding) throw new Error('unreachable');
    const [localSocket, remoteSocket] = [await open(0, ravi), await open(1, ravi)];
    await open(0, asha);
    const leavingSocket = await open(0, leaving);
    const endedSocket = await open(1, ended);
    await open(1, hiding);
    await measureUntil(() => expect(countOnline(remoteSocket, asha, leaving, ended, hiding)).toBe(4));

    const statuses: number[] = [];
    const times: number[] = [];
    let sent = 0;
    let isStopped = false;
    const traffic = (async () => {
      while (!isStopped) {
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
    await measureUntil(() => expect(getTexts(remoteSocket).length).toBeGreaterThan(5));
    await redis.kill();
    await waitForRedisState('down');
    const sentBefore = sent;
    // Changes that the other process cannot be notified of.
    await call(0, ended, 'POST', '/api/auth/logout');
    await call(0, hiding, 'PUT', '/api/auth/privacy', { appearOffline: true });
    leavingSocket.client.disconnect();
    await open(0, coming);
    // Until the snapshots of the other process have expired.
    await measureUntil(() => expect(countOnline(remoteSocket, asha)).toBe(0));
    const sentWithoutRedis = sent - sentBefore;
    const lists = remoteSocket.received('getOnlineUsers').length;

    await redis.start();
    const returnedAt = performance.now();
    await measureUntil(() => {
      expect(countOnline(remoteSocket, asha, coming)).toBe(2);
      expect(countOnline(remoteSocket, leaving, hiding)).toBe(0);
    });
    const presenceAfter = performance.now() - returnedAt;
    await measureUntil(() => expect(endedSocket.disconnectReason()).toBe('io server disconnect'));
    const sessionsAfter = performance.now() - returnedAt;
    const messageCount = getTexts(remoteSocket).length;
    await measureUntil(() => expect(getTexts(remoteSocket).length).toBeGreaterThan(messageCount));
    const fanOutAfter = performance.now() - returnedAt;
    // The web app takes a full list as the signal to fetch what it may have missed.
    await measureUntil(() => expect(remoteSocket.received('getOnlineUsers').length).toBeGreaterThan(lists));
    const listResentAfter = performance.now() - returnedAt;
    isStopped = true;
    await traffic;
    await measureUntil(() => expect(getTexts(localSocket)).toHaveLength(sent));

    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(sentWithoutRedis).toBeGreaterThan(10);
    expect(getTexts(localSocket)).toEqual(Array.from({ length: sent }, (_, index) => `संदेश ${index + 1}`));
    measurements.push({
      description: `${sent} requests while Redis fails and returns`,
      took: '0 failed',
      limit: '0',
    });
    recordDuration('slowest of these requests', Math.max(...times), 3_000);
    recordDuration('Redis returns: presence and hiding correct', presenceAfter, 5_000);
    recordDuration('Redis returns: sockets of ended sessions closed', sessionsAfter, 5_000);
    recordDuration('Redis returns: messages through the other process', fanOutAfter, 5_000);
    recordDuration('Redis returns: clients fetch what they missed', listResentAfter, 5_000);
    for (const { stdout } of processes) {
      expect(stdout().match(/Redis is unavailable/g)).toHaveLength(1);
      expect(stdout().match(/Connected to Redis/g)).toHaveLength(2);
    }
  }, 90_000);

  it('for one of two processes: the other learns within 5 s what could not be announced', async () => {
    const proxy = await createTcpProxy({ host: '127.0.0.1', port: Number(new URL(redis.url).port) });
    onTestFinished(proxy.disconnect);
    await proxy.open();
    await Promise.all([startProcess({ REDIS_URL: `redis://127.0.0.1:${proxy.port}` }), startProcess()]);
    await waitForRedisState('up');
    const [asha, ravi] = await signUpTwo();
    await open(1, asha);
    const raviSocket = await open(1, ravi);
    const leaving = await signUp(urls[0] ?? '');
    const leavingSocket = await open(1, leaving);
    await measureUntil(() => expect(countOnline(raviSocket, asha)).toBe(1));
    const lists = raviSocket.received('getOnlineUsers').length;

    await proxy.disconnect();
    await waitForRedisState('down', urls.slice(0, 1));
    await send(0, asha, ravi, 'अकेले');
    await call(0, asha, 'PUT', '/api/auth/privacy', { appearOffline: true });
    await call(0, leaving, 'POST', '/api/auth/logout');
    await proxy.open();
    const returnedAt = performance.now();
    await measureUntil(() => {
      expect(countOnline(raviSocket, asha)).toBe(0);
      expect(leavingSocket.disconnectReason()).toBe('io server disconnect');
      expect(raviSocket.received('getOnlineUsers').length).toBeGreaterThan(lists);
    });

    recordDuration(
      'Redis returns to one process: the other catches up',
      performance.now() - returnedAt,
      5_000,
    );
    expect(lists).toBe(1);
    expect(processes[1]?.stdout()).not.toContain('Redis is unavailable');
  });

  it('frozen, with its connections open: is detected, and no request waits long', async () => {
    await startTwo();
    const [asha, ravi] = await signUpTwo();
    const localSocket = await open(0, ravi);

    redis.freeze();
    try {
      const startedAt = performance.now();
      await send(0, asha, ravi, 'जमा हुआ');
      await measureUntil(() => expect(getTexts(localSocket)).toEqual(['जमा हुआ']));
      recordDuration('Redis frozen: message sent and received', performance.now() - startedAt, 5_000);
      await waitForRedisState('down');
      const detectedAt = performance.now();
      await send(0, asha, ravi, 'फिर');
      recordDuration('Redis frozen and detected: message sent', performance.now() - detectedAt, 1_000);
    } finally {
      redis.resume();
    }
    const resumedAt = performance.now();
    await waitForRedisState('up');

    recordDuration('Redis resumed: connected again', performance.now() - resumedAt, 5_000);
  });
});
