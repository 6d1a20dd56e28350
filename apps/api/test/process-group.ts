import type { Message } from '@safarnama/contracts';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { buildMessageInput } from './factories.js';
import {
  fetchAs,
  signUp,
  type TestProcess,
  useProcesses,
  waitForRedisState as waitForState,
} from './process.js';
import { useRedis } from './redis.js';
import { type TestSocket, useSockets } from './socket.js';

/** Maximum time of each wait, generous for a busy machine; `recordDuration` asserts the durations that are promised. */
export const TIMEOUT_MS = 20_000;
/** Two, and one that a test starts. */
const MAX_PROCESSES = 3;
const DELTA = { auth: { presence: 'delta' } };

export type TestUser = Awaited<ReturnType<typeof signUp>>;

/**
 * Lets the calling test file start processes that share a database and Redis. Prints the recorded durations at the end.
 *
 * @param lifetime - 'file' for tests that leave the processes as they are: they end after the last test.
 */
export function useProcessGroup(lifetime: 'test' | 'file' = 'test') {
  const redis = useRedis();
  const { start } = useProcesses(lifetime);
  const processes: TestProcess[] = [];
  const urls: string[] = [];
  const socketFactories = Array.from({ length: MAX_PROCESSES }, (_, index) =>
    useSockets({
      get url() {
        return urls[index] ?? '';
      },
    }),
  );
  /** Durations with their limits. */
  const measurements: { description: string; took: string; limit: string }[] = [];
  afterAll(() => console.table(measurements));
  if (lifetime === 'test') {
    afterEach(() => {
      processes.length = 0;
      urls.length = 0;
    });
  }

  async function startProcess(env: Record<string, string> = {}): Promise<void> {
    const started = start({ REDIS_URL: redis.url, ...env });
    const index = processes.push(started) - 1;
    urls[index] = await started.ready();
  }

  /** Waits until the processes, or some of them, report this state of their connection to Redis. */
  const waitForRedisState = (state: 'up' | 'down', ofUrls: readonly string[] = urls) =>
    waitForState(ofUrls, state, TIMEOUT_MS);

  return {
    redis,
    processes,
    urls,
    measurements,
    startProcess,
    waitForRedisState,

    /** Starts two processes and waits until both are connected to Redis. */
    async startTwo(env: Record<string, string> = {}): Promise<void> {
      await Promise.all([startProcess(env), startProcess(env)]);
      await waitForRedisState('up');
    },

    async signUpTwo(): Promise<[TestUser, TestUser]> {
      const url = urls[0] ?? '';
      return [await signUp(url), await signUp(url)];
    },

    /** Opens a socket to a process. */
    open(index: number, user: TestUser, options: object = {}): Promise<TestSocket> {
      const socketFactory = socketFactories[index];
      if (!socketFactory) throw new Error(`no process ${index}`);
      return socketFactory.open({ cookie: user.cookie, ...DELTA, ...options });
    },

    call: (index: number, user: TestUser, method: string, path: string, body?: object) =>
      fetchAs(user, method, `${urls[index]}${path}`, body),

    /** Sends a message through a process. */
    async send(index: number, from: TestUser, to: TestUser, text: string, headers = {}): Promise<Message> {
      const url = `${urls[index]}/api/message/send/${to.id}`;
      const response = await fetchAs(from, 'POST', url, buildMessageInput({ text }), headers);
      if (response.status !== 201) {
        throw new Error(`send responded ${response.status}: ${await response.text()}`);
      }
      return (await response.json()) as Message;
    },

    /** Records a duration, and asserts its limit. */
    recordDuration(description: string, ms: number, limitMs: number): void {
      measurements.push({ description, took: `${Math.round(ms)} ms`, limit: `${limitMs} ms` });
      expect(ms).toBeLessThan(limitMs);
    },
  };
}

/** Time until a check passes, in ms. */
export async function measureUntil(check: () => void): Promise<number> {
  const startedAt = performance.now();
  await vi.waitFor(check, { timeout: TIMEOUT_MS, interval: 5 });
  return performance.now() - startedAt;
}

export const getTexts = (socket: TestSocket) => socket.received('newMessage').map(({ text }) => text);

/** How many of these users a client shows online. */
export const countOnline = (socket: TestSocket, ...users: TestUser[]) =>
  users.filter(({ id }) => socket.online().includes(id)).length;
