import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, startDatabase } from '@safarnama/database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildMessageInput, buildPostInput, buildSignup } from '../../test/factories.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { fetchAs, fetchStatus, signUp, useProcesses } from '../../test/process.js';
import { processEnv } from '../config/env.js';

const { start } = useProcesses();

/** Every request is completed within this time. */
const RESPONSE_LIMIT_MS = 6_000;
/** The API recovers within this time after the database is available again. */
const RECOVERY_LIMIT_MS = 5_000;
/** More than the connections of the driver, so that some requests wait for one. */
const CLIENTS = 64;
const OUTAGE_MS = 7_500;
/** A rejected request that took longer was in flight when the outage was detected. */
const IN_FLIGHT_MS = 500;
const TEST_TIMEOUT_MS = 120_000;
/** Time between two requests of a client. */
const CLIENT_PAUSE_MS = 300;
const UNAVAILABLE_PAUSE_MS = 1_000;
/** Tolerance for busy machines: this many times the slowest response before the outage. */
const SLACK_FACTOR = 4;
/** Calls that wait in a queue before they use the database. */
const EXPENSIVE_CALLS = ['login', 'picture'];
const isInexpensive = (call: string) => !EXPENSIVE_CALLS.includes(call);

interface CallResult {
  call: string;
  status: number;
  /** Error code of a response with status 500 or above; null for any other. */
  code: unknown;
  ms: number;
}

let dataDir = '';
let database: Database;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'safarnama-outage-'));
  database = await startDatabase({ dataDir, env: processEnv() });
});
afterAll(async () => {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const readDatabasePid = (): number =>
  JSON.parse(readFileSync(path.join(dataDir, 'db', 'server.json'), 'utf8')).server.pid;

type TestUser = Awaited<ReturnType<typeof signUp>>;

/** A client without a session: signing in with one would replace it. */
const ANONYMOUS = { id: '', cookie: '' };

/** Starts clients that send one request after another. */
async function createLoad(url: string) {
  const [asha, ravi]: [TestUser, TestUser] = [await signUp(url), await signUp(url)];
  const account = buildSignup({ email: `${crypto.randomUUID()}@example.com` });
  const image = toDataUrl(await buildPicture(64, 48).png().toBuffer());
  const send = (method: string, address: string, body?: object, user = asha) =>
    fetchAs(user, method, `${url}${address}`, body);
  await send('POST', '/api/auth/signup', account, ANONYMOUS);
  const calls: Record<string, () => Promise<Response>> = {
    feed: () => send('GET', '/api/post/getposts?view=card'),
    conversation: () => send('GET', `/api/message/${ravi.id}`),
    message: () => send('POST', `/api/message/send/${ravi.id}`, buildMessageInput()),
    picture: () => send('POST', '/api/post/create-post', buildPostInput({ blogImage: image })),
    draft: () => send('PUT', `/api/drafts/${crypto.randomUUID()}`, { blogTitle: 'रात', version: 0 }),
    login: () =>
      send('POST', '/api/auth/login', { email: account.email, password: account.password }, ANONYMOUS),
    contacts: () => send('GET', '/api/message/get-all-users'),
    session: () => send('GET', '/api/auth/check-auth'),
    search: () => send('GET', '/api/post/search?q=ghats'),
    place: () => send('GET', '/api/place/varanasi'),
    map: () => send('GET', '/api/place/map'),
  };
  const results: CallResult[] = [];
  let isStopped = false;

  async function runCall(call: string): Promise<void> {
    const startedAt = performance.now();
    const response = await calls[call]?.();
    const body: unknown = await response?.json();
    const status = response?.status ?? 0;
    const code: unknown = status >= 500 && body instanceof Object ? Reflect.get(body, 'code') : null;
    results.push({ call, status, code, ms: performance.now() - startedAt });
  }
  const names = Object.keys(calls);
  const clients = Array.from({ length: CLIENTS }, async (_, index) => {
    // Only a few clients make expensive calls, which would otherwise keep the CPU busy and delay all responses.
    const assignedCalls =
      index < EXPENSIVE_CALLS.length ? EXPENSIVE_CALLS.slice(index, index + 1) : names.filter(isInexpensive);
    // A broken connection is a failure: it ends the client, and `end` rejects.
    for (let turn = index; !isStopped; turn += 1) {
      await runCall(assignedCalls[turn % assignedCalls.length] ?? '');
      await delay(results.at(-1)?.status === 503 ? UNAVAILABLE_PAUSE_MS : CLIENT_PAUSE_MS);
    }
  });
  const all = Promise.all(clients);
  all.catch(() => undefined);
  return {
    calls: names,
    results,
    user: asha,
    async end() {
      isStopped = true;
      await all;
    },
  };
}

describe('Reliability 3: the database becomes unavailable under load', () => {
  it.each([
    [
      'frozen',
      async () => {
        const pid = readDatabasePid();
        process.kill(pid, 'SIGSTOP');
        await delay(OUTAGE_MS);
        process.kill(pid, 'SIGCONT');
      },
    ],
    [
      'stopped',
      async () => {
        const { port } = database;
        await database.stop();
        await delay(OUTAGE_MS / 2);
        database = await startDatabase({ dataDir, env: processEnv(), port });
      },
    ],
  ])(
    '%s: completes each request within 6 s, normally or with 503, and recovers within 5 s',
    async (failure, disrupt) => {
      const running = start({ MONGODB_URI: database.uri, RATE_LIMITS: 'off', LOG_LEVEL: 'fatal' });
      const url = await running.ready();
      const load = await createLoad(url);
      const { results } = load;
      await vi.waitFor(() => expect(results.length).toBeGreaterThan(CLIENTS), { timeout: 40_000 });

      const slackMs = SLACK_FACTOR * Math.max(...results.map(({ ms }) => ms));
      await disrupt();
      const restoredAt = performance.now();
      await vi.waitFor(
        async () => {
          expect(await fetchStatus(`${url}/health/ready`)).toBe(200);
          const headers = { Cookie: load.user.cookie };
          expect((await fetch(`${url}/api/post/my-posts`, { headers })).status).toBe(200);
        },
        { timeout: RECOVERY_LIMIT_MS + slackMs, interval: 100 },
      );
      const recoveryMs = performance.now() - restoredAt;
      await load.end();
      const slowest = Math.max(...results.map(({ ms }) => ms));
      const unavailable = results.filter(({ status }) => status === 503);
      const failedInFlight = unavailable.filter(({ ms }) => ms > IN_FLIGHT_MS);
      console.log(
        `database ${failure} under load of ${CLIENTS}: ${results.length} responses, ${unavailable.length} x 503 ` +
          `(${failedInFlight.length} after waiting), slowest ${(slowest / 1000).toFixed(1)} s, ` +
          `recovered after ${(recoveryMs / 1000).toFixed(1)} s`,
      );
      running.child.kill('SIGTERM');

      expect(results.filter(({ status }) => status >= 300 && status !== 503)).toEqual([]);
      expect(unavailable.filter(({ code }) => code !== 'database_away')).toEqual([]);
      expect(results.filter(({ ms }) => ms > RESPONSE_LIMIT_MS + slackMs)).toEqual([]);
      // Every kind of call was rejected at least once.
      expect(new Set(unavailable.map(({ call }) => call))).toEqual(new Set(load.calls));
      expect(failedInFlight.length).toBeGreaterThan(0);
      expect(await running.exit).toBe(0);
    },
    TEST_TIMEOUT_MS,
  );
});
