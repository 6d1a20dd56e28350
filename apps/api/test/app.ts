import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import mongoose, { ConnectionStates } from 'mongoose';
import type { Logger } from 'pino';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { parseEnv } from '../src/config/env.js';
import type { SitemapLengths } from '../src/public/public.routes.js';
import type { RealtimeTimings } from '../src/realtime/realtime.js';
import { type AppServer, createServer } from '../src/server.js';
import { silentLogger } from './silent-logger.js';

/** Base-2 logarithm of the bcrypt rounds: the minimum. */
const TEST_ROUNDS = 4;

export const TEST_SECRETS = {
  jwtSecret: 'a-secret-that-signs-tokens-in-tests-only',
  passwordPepper: 'a-pepper-that-keys-hashes-in-tests-only',
};

/** For tests that wait for presence or typing. */
export const SHORT_TIMINGS: RealtimeTimings = {
  graceMs: 300,
  presenceIntervalMs: 100,
  typingIntervalMs: 200,
};

/** Options of a test file. */
interface AppOptions {
  /** Environment variables; rate limits are off by default. */
  env?: Record<string, string>;
  webFolder?: string | null;
  /** Base-2 logarithm of the bcrypt rounds; the minimum by default. */
  passwordRounds?: number;
  isDatabaseUp?: () => boolean;
  /** The product's timings by default. */
  realtimeTimings?: RealtimeTimings;
  /** The product's lengths by default. */
  sitemapLengths?: SitemapLengths;
  /** The product's time by default. */
  bodyIdleMs?: number;
  logger?: Logger;
}

export interface TestApp {
  /** The composed product with real services, sockets, worker threads and pictures on disk. */
  server: AppServer;
  /** `http://127.0.0.1:PORT` of the listening server. */
  url: string;
  /** A client without cookies. */
  request(): ReturnType<typeof supertest>;
  /** A client that stores cookies as a browser does. */
  agent(): ReturnType<typeof supertest.agent>;
}

/** Starts the product on a free port, once for the calling test file. Call it after `useDatabase()`. */
export function useApp({
  env = {},
  webFolder = null,
  isDatabaseUp = () => true,
  passwordRounds = TEST_ROUNDS,
  realtimeTimings,
  sitemapLengths,
  bodyIdleMs,
  logger = silentLogger,
}: AppOptions = {}): TestApp {
  let server: AppServer | undefined;
  let dataDir = '';
  const app: TestApp = {
    get server() {
      if (!server) throw new Error('The app starts in beforeAll: use it inside a test');
      return server;
    },
    get url() {
      return `http://127.0.0.1:${(app.server.http.address() as AddressInfo).port}`;
    },
    request: () => supertest(app.url),
    agent: () => supertest.agent(app.url),
  };
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'safarnama-app-'));
    const created = await createServer({
      settings: parseEnv({ DATA_DIR: dataDir, RATE_LIMITS: 'off', PORT: '0', ...env }),
      secrets: TEST_SECRETS,
      logger,
      isDatabaseUp,
      webFolder,
      passwordRounds,
      ...(realtimeTimings ? { realtimeTimings } : {}),
      ...(sitemapLengths ? { sitemapLengths } : {}),
      ...(bodyIdleMs ? { bodyIdleMs } : {}),
    });
    await new Promise<void>((resolve) => created.http.listen(0, '127.0.0.1', resolve));
    server = created;
  });
  beforeEach(async () => {
    // `useDatabase` has emptied the database, which the index of the stories does not notice.
    if (mongoose.connection.readyState === ConnectionStates.connected) {
      await server?.services.storyIndex.reconcile();
    }
  });
  afterAll(async () => {
    await server?.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return app;
}
