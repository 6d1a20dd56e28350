import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchAs, signUp, useProcesses, waitForRedisState } from '../../test/process.js';
import { useRedis } from '../../test/redis.js';
import { MAX_AGE_MS } from '../lib/announced-cache.js';

/** Maximum time of each wait; a busy machine needs seconds. */
const TIMEOUT_MS = 10_000;
const ROUNDS = 5;
/** A request may start just before `MAX_AGE_MS` is over, and take this long. */
const SLOW_MACHINE_MS = 1_000;

interface User {
  cookie: string;
  id: string;
}

const redis = useRedis();
const { start } = useProcesses();
let urls: string[] = [];
const results: { circumstance: string; messages: number; accepted: number }[] = [];
afterAll(() => console.table(results));

const call = (index: number, user: User, method: string, path: string, body?: object) =>
  fetchAs(user, method, `${urls[index]}${path}`, body);

/** Sends a message through each process, in both directions. Returns the statuses. */
async function sendEverywhere(first: User, second: User): Promise<number[]> {
  const pairs = [
    [first, second],
    [second, first],
  ] as const;
  const responses = await Promise.all(
    [0, 1].flatMap((index) =>
      pairs.map(([from, to]) => call(index, from, 'POST', `/api/message/send/${to.id}`, { text: 'नमस्ते' })),
    ),
  );
  return responses.map(({ status }) => status);
}

const setBlock = async (index: number, from: User, to: User, method: 'PUT' | 'DELETE') =>
  expect((await call(index, from, method, `/api/message/${to.id}/block`)).status).toBe(200);

describe('two users who have just written to each other through two processes', () => {
  let [asha, ravi]: User[] = [];
  beforeEach(async () => {
    const env = { REDIS_URL: redis.url, RATE_LIMITS: 'off' };
    urls = await Promise.all([start(env).ready(), start(env).ready()]);
    await waitForRedisState(urls, 'up', TIMEOUT_MS);
    [asha, ravi] = await Promise.all([signUp(urls[0] ?? ''), signUp(urls[1] ?? '')]);
  });

  it('when one blocks the other, in either process: all later messages are rejected, and accepted again after the unblock', async () => {
    if (!asha || !ravi) throw new Error('No users');
    const blocked: number[] = [];
    const unblocked: number[] = [];

    for (let round = 0; round < ROUNDS; round += 1) {
      for (const index of [0, 1]) {
        expect(await sendEverywhere(asha, ravi)).toEqual([201, 201, 201, 201]);
        await setBlock(index, asha, ravi, 'PUT');
        blocked.push(...(await sendEverywhere(asha, ravi)));
        await setBlock(1 - index, asha, ravi, 'DELETE');
        unblocked.push(...(await sendEverywhere(asha, ravi)));
      }
    }

    for (const [circumstance, statuses] of Object.entries({ blocked, unblocked })) {
      const accepted = statuses.filter((status) => status === 201).length;
      results.push({ circumstance, messages: statuses.length, accepted });
    }
    expect(new Set(blocked)).toEqual(new Set([403]));
    expect(new Set(unblocked)).toEqual(new Set([201]));
  });

  it('while Redis is unavailable: a block holds for the next message in its process, and within a second in the other', async () => {
    if (!asha || !ravi) throw new Error('No users');
    const [first, second] = [asha, ravi];
    await redis.kill();
    await waitForRedisState(urls, 'down', TIMEOUT_MS);
    expect(await sendEverywhere(first, second)).toEqual([201, 201, 201, 201]);

    await setBlock(0, first, second, 'PUT');
    const blockedAt = performance.now();
    const send = (index: number) =>
      call(index, second, 'POST', `/api/message/send/${first.id}`, { text: 'नमस्ते' });

    expect((await send(0)).status).toBe(403);
    await vi.waitFor(async () => expect((await send(1)).status).toBe(403), {
      timeout: TIMEOUT_MS,
      interval: 5,
    });
    expect(performance.now() - blockedAt).toBeLessThan(MAX_AGE_MS + SLOW_MACHINE_MS);
  });
});
