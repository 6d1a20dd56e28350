import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildMessageInput } from '../../test/factories.js';
import { signUp } from '../../test/process.js';
import { countOnline, getTexts, measureUntil, useProcessGroup } from '../../test/process-group.js';
import { createTcpProxy } from '../../test/tcp-proxy.js';

const {
  redis,
  processes,
  urls,
  measurements,
  startProcess,
  startTwo,
  waitForRedisState,
  signUpTwo,
  open,
  call,
  send,
  recordDuration,
} = useProcessGroup();

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
        await delay(20);
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
