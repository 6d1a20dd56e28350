import { channel } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Database as EmbeddedDatabase, findFreePort, startDatabase } from '@safarnama/database';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildSampleRequests, sendSample } from '../../test/endpoint-samples.js';
import { signIn } from '../../test/sign-in.js';
import { silentLogger } from '../../test/silent-logger.js';
import { createCommandProxy } from '../../test/trigger-proxy.js';
import { databasePool, MAX_POOL_SIZE } from '../lib/database-pool.js';
import { isDatabaseUnavailableError } from '../lib/mongo-errors.js';
import { UserModel } from '../user/user.model.js';
import { processEnv } from './env.js';
import { connectDatabase, type Database } from './mongo.js';

/** Every request gets a response within this time, whatever the database does. */
const RESPONSE_LIMIT_MS = 6_000;
const RECOVERY_LIMIT_MS = 5_000;
/** More than the socket timeout of 3.5 s. */
const SLOW_INDEX_BUILD_MS = 4_500;

let connection: Database | undefined;
let embedded: EmbeddedDatabase | undefined;
let dataDir: string;
/** What the embedded database reports. */
let progress: string[] = [];
const app = useApp({ isDatabaseUp: () => connection?.isUp() ?? false });

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'safarnama-mongo-'));
});
afterEach(async () => {
  await connection?.close();
  await embedded?.stop();
  connection = undefined;
  embedded = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

async function startEmbedded(port = 0): Promise<EmbeddedDatabase> {
  progress = [];
  const onProgress = (line: string) => progress.push(line);
  embedded = await startDatabase({ dataDir, env: processEnv(), port, onProgress });
  return embedded;
}

function readServerPid(): number {
  return JSON.parse(readFileSync(path.join(dataDir, 'db', 'server.json'), 'utf8')).server.pid;
}

async function connect(): Promise<void> {
  const { uri } = await startEmbedded();
  connection = connectDatabase(async () => uri, silentLogger);
  await connection.ready;
}

/** Expects correct pool counters: they are updated by events, none of which may be lost with the connections. */
async function expectIdlePool(): Promise<void> {
  await vi.waitFor(() => expect(databasePool.state).toMatchObject({ inUse: 0, waiting: 0 }), {
    timeout: 10_000,
  });
  expect(databasePool.state.open).toBeGreaterThan(0);
  expect(databasePool.state.open).toBeLessThanOrEqual(MAX_POOL_SIZE);
}

/** Calls that work without the database. */
const WITHOUT_DATABASE = /^(OPTIONS |GET \/(health\/live|metrics|robots\.txt|api\/(docs|openapi\.json))$)/;

/** Sends a request to every endpoint at once. @returns the responses with their durations in ms. */
async function requestAll(cookie: string) {
  const rows = buildSampleRequests().filter(({ key }) => key !== 'GET /health/ready');
  return Promise.all(
    rows.map(async (sample) => {
      const started = performance.now();
      const response = await sendSample(app.url, sample, cookie);
      const text = await response.text();
      const { key, method } = sample;
      return { key, method, status: response.status, text, ms: performance.now() - started };
    }),
  );
}

function expectAllUnavailable(responses: Awaited<ReturnType<typeof requestAll>>): void {
  expect(responses.filter(({ ms }) => ms > RESPONSE_LIMIT_MS)).toEqual([]);
  const unavailable = responses.filter(({ key }) => !WITHOUT_DATABASE.test(key));
  expect(unavailable.filter(({ status }) => status !== 503)).toEqual([]);
  for (const { method, text } of unavailable) {
    // Responses to HEAD have no body.
    if (method === 'HEAD') continue;
    expect(JSON.parse(text)).toEqual({
      message: 'Safarnama is unavailable right now. Please try again in a moment.',
      code: 'database_away',
      requestId: expect.any(String),
    });
  }
  expect(responses.filter(({ key, status }) => WITHOUT_DATABASE.test(key) && status >= 300)).toEqual([]);
}

const fetchReadyStatus = async () => (await fetch(`${app.url}/health/ready`)).status;

describe('Reliability 3: with no database at the start', () => {
  it('responds 503 to every call, and serves requests once the database is available', async () => {
    const port = await findFreePort();
    connection = connectDatabase(
      async () => `mongodb://127.0.0.1:${port}/safarnama?directConnection=true&retryWrites=false`,
      silentLogger,
    );

    expectAllUnavailable(await requestAll('safarnama_session=any'));
    expect(await fetchReadyStatus()).toBe(503);
    await startEmbedded(port);

    await vi.waitFor(async () => expect(await fetchReadyStatus()).toBe(200), {
      timeout: RECOVERY_LIMIT_MS,
      interval: 50,
    });
    expect((await signIn(app)).user._id).toBeTruthy();
  });
});

describe('with no database', () => {
  it('logs one line for each attempt', async () => {
    const warn = vi.fn();
    const uri = `mongodb://127.0.0.1:${await findFreePort()}/safarnama`;
    const logger = Object.assign(Object.create(silentLogger), { warn });

    connection = connectDatabase(async () => uri, logger);
    await vi.waitFor(
      () => expect(warn).toHaveBeenCalledWith(expect.objectContaining({ attempt: 2 }), expect.anything()),
      {
        timeout: 30_000,
      },
    );

    expect(warn.mock.calls.map(([{ attempt }]) => attempt)).toEqual([1, 2]);
  });
});

describe('an index build that takes longer than the socket timeout', () => {
  it('delays the start, is logged as such and not as a failure to connect', async () => {
    const { uri } = await startEmbedded();
    let isDelayed = false;
    const proxy = await createCommandProxy(uri, (command, forward) => {
      if (isDelayed || !command.includes('createIndexes')) return void forward();
      isDelayed = true;
      setTimeout(forward, SLOW_INDEX_BUILD_MS);
    });
    onTestFinished(proxy.close);
    const [info, warn] = [vi.fn(), vi.fn()];
    const logger = Object.assign(Object.create(silentLogger), { info, warn });

    connection = connectDatabase(async () => proxy.uri, logger);
    await connection.ready;

    expect(connection.isUp()).toBe(true);
    expect(warn).not.toHaveBeenCalled();
    expect(info).toHaveBeenCalledExactlyOnceWith(
      'Building database indexes; requests get 503 until they are complete',
    );
  });
});

describe('Reliability 3: with a database that freezes under requests', () => {
  it('responds 503 to every call within 6 s, and 200 within 5 s after it resumes', async () => {
    await connect();
    const { agent, cookie, user } = await signIn(app);
    const pid = readServerPid();

    process.kill(pid, 'SIGSTOP');
    try {
      expectAllUnavailable(await requestAll(cookie));
      await vi.waitFor(async () => expect(await fetchReadyStatus()).toBe(503), {
        timeout: RESPONSE_LIMIT_MS,
        interval: 50,
      });
      const again = await requestAll(cookie);
      expectAllUnavailable(again);
      // By now the API knows that the database is unavailable, so that no request waits for a timeout.
      expect(Math.max(...again.map(({ ms }) => ms))).toBeLessThan(2_000);
    } finally {
      process.kill(pid, 'SIGCONT');
    }

    await vi.waitFor(async () => expect((await agent.get('/api/auth/check-auth')).body).toEqual(user), {
      timeout: RECOVERY_LIMIT_MS,
      interval: 50,
    });
    expect(await fetchReadyStatus()).toBe(200);
    await expectIdlePool();
  });
});

describe('Reliability 3: with a database that is killed under requests', () => {
  it('responds 200 or 503 only, preserves acknowledged writes, and recovers within 5 s', async () => {
    await connect();
    const { agent, user } = await signIn(app);
    const responses: { status: number; ms: number }[] = [];
    let isDone = false;
    const load = Array.from({ length: 4 }, async (_, n) => {
      while (!isDone) {
        const started = performance.now();
        const { status } = await agent
          .put('/api/auth/update-profile')
          .send({ fullName: `${user.fullName} ${n}` });
        responses.push({ status, ms: performance.now() - started });
      }
    });
    await vi.waitFor(() => expect(responses.length).toBeGreaterThan(4), { timeout: 10_000 });

    process.kill(readServerPid(), 'SIGKILL');
    await vi.waitFor(() => expect(progress.join()).toContain('is running again'), { timeout: 30_000 });
    await vi.waitFor(async () => expect((await agent.get('/api/auth/check-auth')).status).toBe(200), {
      timeout: RECOVERY_LIMIT_MS,
      interval: 50,
    });
    isDone = true;
    await Promise.all(load);

    expect(responses.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(responses.filter(({ ms }) => ms > RESPONSE_LIMIT_MS)).toEqual([]);
    expect((await UserModel.findById(user._id).lean())?.email).toBe(user.email);
    await expectIdlePool();
    await connection?.close();
    expect(databasePool.state.open).toBe(0);
  });
});

describe('an operation that starts while its connection closes', () => {
  it('settles, and returns its connection to the pool', async () => {
    const operations: Promise<unknown>[] = [];
    // An ended socket emits `finish` and is destroyed before it emits `close`: start the operation in between.
    const watch = (message: unknown) => {
      const { socket } = message as { socket: Socket };
      socket.once('finish', () =>
        process.nextTick(() => operations.push(UserModel.countDocuments().catch((error: unknown) => error))),
      );
    };
    channel('net.client.socket').subscribe(watch);
    try {
      await connect();
      await Promise.all(Array.from({ length: 5 }, () => UserModel.countDocuments()));
      process.kill(readServerPid(), 'SIGKILL');
      await vi.waitFor(() => expect(operations.length).toBeGreaterThan(0), { timeout: 5_000 });
    } finally {
      channel('net.client.socket').unsubscribe(watch);
    }

    const outcomes = await Promise.all(operations);
    expect(
      outcomes.filter((outcome) => typeof outcome !== 'number' && !isDatabaseUnavailableError(outcome)),
    ).toEqual([]);
    await vi.waitFor(async () => expect(await UserModel.countDocuments().catch(() => null)).toBe(0), {
      timeout: RECOVERY_LIMIT_MS,
      interval: 50,
    });
    await expectIdlePool();
  });
});
