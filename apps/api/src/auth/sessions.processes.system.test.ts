import { setTimeout as delay } from 'node:timers/promises';
import mongoose from 'mongoose';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildSignup } from '../../test/factories.js';
import { fetchAs, type TestProcess, useProcesses, waitForRedisState } from '../../test/process.js';
import { useRedis } from '../../test/redis.js';
import { MAX_AGE_MS } from '../lib/announced-cache.js';

/** Maximum time of each wait; a busy machine needs seconds. */
const TIMEOUT_MS = 10_000;
/** How often each way of ending a session is tried, in each process. */
const ROUNDS = 3;
/** A request may start just before the second is over, and take this long. */
const SLOW_MACHINE_MS = 1_000;
/** Shorter than the second after which a process without acknowledgement counts as unavailable. */
const STOPPED_MS = 300;
const PASSWORD = 'monsoon-2024-kochi';

interface Session {
  cookie: string;
  id: string;
}

const redis = useRedis();
const { start, mongodbUri } = useProcesses();
let processes: TestProcess[] = [];
let urls: string[] = [];
const results: { ended: string; requests: number; accepted: number }[] = [];
afterAll(() => console.table(results));

const call = (index: number, user: Pick<Session, 'cookie'>, method: string, path: string, body?: object) =>
  fetchAs(user, method, `${urls[index]}${path}`, body);

const checkAuth = async (index: number, session: Session) =>
  (await call(index, session, 'GET', '/api/auth/check-auth')).status;

async function signIn(email: string): Promise<Session> {
  const response = await call(0, { cookie: '' }, 'POST', '/api/auth/login', { email, password: PASSWORD });
  const cookie = String(response.headers.get('set-cookie')).split(';')[0] ?? '';
  const [, payload = ''] = cookie.split('.');
  const { sid }: { sid: string } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return { cookie, id: sid };
}

/** Uses a session in both processes, so that both have it in their caches. */
async function useEverywhere(session: Session): Promise<void> {
  expect(await Promise.all([checkAuth(0, session), checkAuth(1, session)])).toEqual([200, 200]);
}

/** How long a process still accepts a session, in ms. */
async function measureAcceptance(index: number, session: Session): Promise<number> {
  const startedAt = performance.now();
  const check = async () => expect(await checkAuth(index, session)).toBe(401);
  await vi.waitFor(check, { timeout: TIMEOUT_MS, interval: 5 });
  return performance.now() - startedAt;
}

/** Ways to end a session through one process, some of them from another session of the same user. */
const WAYS: Record<string, (index: number, ended: Session, other: Session) => Promise<Response>> = {
  'by signing out': (index, ended) => call(index, ended, 'POST', '/api/auth/logout'),
  'from another device': (index, ended, other) =>
    call(index, other, 'DELETE', `/api/auth/sessions/${ended.id}`),
  'with all others': (index, _ended, other) => call(index, other, 'POST', '/api/auth/logout-others'),
  'by a new password': (index, _ended, other) =>
    call(index, other, 'PUT', '/api/auth/update-profile', {
      fullName: 'Meera Iyer',
      password: PASSWORD,
      currentPassword: PASSWORD,
    }),
};

describe('Security 2: a session used in two processes a moment ago', () => {
  let email = '';
  beforeEach(async () => {
    const env = { REDIS_URL: redis.url, RATE_LIMITS: 'off' };
    processes = [start(env), start(env)];
    urls = await Promise.all(processes.map((each) => each.ready()));
    await waitForRedisState(urls, 'up', TIMEOUT_MS);
    const input = buildSignup({ email: `${crypto.randomUUID()}@example.com`, password: PASSWORD });
    expect((await call(0, { cookie: '' }, 'POST', '/api/auth/signup', input)).status).toBe(201);
    ({ email } = input);
  });

  it('ended in any way, in either process: the next request to either process gets 401', async () => {
    const other = await signIn(email);
    const acceptedByWay: Record<string, number> = {};

    for (const [ended, end] of Object.entries(WAYS)) {
      const statuses: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const index of [0, 1]) {
          const session = await signIn(email);
          await useEverywhere(session);
          expect((await end(index, session, other)).status).toBe(200);
          statuses.push(await checkAuth(1 - index, session), await checkAuth(index, session));
        }
      }
      const accepted = statuses.filter((status) => status !== 401).length;
      results.push({ ended, requests: statuses.length, accepted });
      acceptedByWay[ended] = accepted;
    }

    expect(acceptedByWay).toEqual(Object.fromEntries(Object.keys(WAYS).map((way) => [way, 0])));
  });

  it('ended while the other process does not run: gets the response when the other one has handled the end', async () => {
    const [first, second] = [await signIn(email), await signIn(email)];
    await useEverywhere(first);
    const stopped = processes[1]?.child;

    stopped?.kill('SIGSTOP');
    const ended = call(0, first, 'POST', '/api/auth/logout');
    const winner = await Promise.race([ended.then(() => 'response'), delay(STOPPED_MS, 'still stopped')]);
    stopped?.kill('SIGCONT');
    expect(winner).toBe('still stopped');
    expect((await ended).status).toBe(200);
    expect(await checkAuth(1, first)).toBe(401);

    stopped?.kill('SIGSTOP');
    expect((await call(0, second, 'POST', '/api/auth/logout')).status).toBe(200);
    stopped?.kill('SIGCONT');
  });

  it('ended where it cannot be announced: gets 401 within a second, plus the time of a slow request', async () => {
    const [first, second] = [await signIn(email), await signIn(email)];
    const connection = await mongoose.createConnection(mongodbUri).asPromise();
    await useEverywhere(first);

    // Like the operator's command.
    await connection.collection('sessions').deleteOne({ _id: new mongoose.Types.ObjectId(first.id) });
    const times = await Promise.all([measureAcceptance(0, first), measureAcceptance(1, first)]);
    await redis.kill();
    await waitForRedisState(urls, 'down', TIMEOUT_MS);
    await useEverywhere(second);
    expect((await call(0, second, 'POST', '/api/auth/logout')).status).toBe(200);
    expect(await checkAuth(0, second)).toBe(401);
    times.push(await measureAcceptance(1, second));

    await connection.close();
    results.push({
      ended: 'unannounced: most ms',
      requests: times.length,
      accepted: Math.round(Math.max(...times)),
    });
    expect(Math.max(...times)).toBeLessThan(MAX_AGE_MS + SLOW_MACHINE_MS);
  });
});
