import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import mongoose from 'mongoose';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { newDatabaseUri } from './database-uri.js';
import { buildSignup } from './factories.js';
import { API_FOLDER, type NodeProcess, startNode } from './node-process.js';

/** The line that is printed when the product is ready, with its port. */
export const READY = /^Safarnama is ready at http:\/\/localhost:(\d+)$/m;
/** A start takes a second; a busy machine needs longer. */
export const START_TIMEOUT_MS = 60_000;

/** A process of the product. */
export interface TestProcess extends NodeProcess {
  /** Waits until it is ready. @returns its URL. */
  ready(): Promise<string>;
}

/**
 * Lets the calling test file start processes of the product.
 *
 * @param lifetime - whether they are killed after each test or after the last one.
 */
export function useProcesses(lifetime: 'test' | 'file' = 'test') {
  const mongodbUri = newDatabaseUri();
  const children: ChildProcess[] = [];
  let dataDir = '';
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'safarnama-process-'));
  });
  const killAll = () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  };
  if (lifetime === 'test') afterEach(killAll);
  afterAll(async () => {
    killAll();
    await rm(dataDir, { recursive: true, force: true });
    const connection = await mongoose.createConnection(mongodbUri).asPromise();
    await connection.dropDatabase();
    await connection.close();
  });

  /**
   * Starts the built product with only the given environment and PATH.
   *
   * @param apiFolder - contains `dist`.
   */
  function start(
    env: Record<string, string> = {},
    nodeArgs: readonly string[] = [],
    apiFolder = API_FOLDER,
  ): TestProcess {
    const node = startNode(
      [...nodeArgs, 'dist/index.js'],
      { PORT: '0', DATA_DIR: dataDir, MONGODB_URI: mongodbUri, ...env },
      { cwd: apiFolder, ipc: true },
    );
    children.push(node.child);
    return {
      ...node,
      ready: () =>
        vi.waitFor(
          () => {
            const port = READY.exec(node.stdout())?.[1];
            if (port === undefined) throw new Error(`not ready: ${node.stdout()}${node.stderr()}`);
            return `http://127.0.0.1:${port}`;
          },
          { timeout: START_TIMEOUT_MS, interval: 20 },
        ),
    };
  }

  return { start, mongodbUri };
}

/** Signs up a new user. */
export async function signUp(url: string): Promise<{ id: string; cookie: string }> {
  const response = await fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(buildSignup({ email: `${crypto.randomUUID()}@example.com` })),
  });
  const user: unknown = await response.json();
  if (response.status !== 201 || typeof user !== 'object' || user === null) {
    throw new Error(`sign-up responded ${response.status}: ${JSON.stringify(user)}`);
  }
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { id: String(Reflect.get(user, '_id')), cookie };
}

/** Sends a request as a user, with a JSON body if there is one. */
export function fetchAs(
  { cookie }: { cookie: string },
  method: string,
  url: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method,
    headers: { Cookie: cookie, 'Content-Type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

/** Waits until each process reports this state of its connection to Redis. */
export async function waitForRedisState(
  urls: readonly string[],
  state: 'up' | 'down',
  timeout: number,
): Promise<void> {
  for (const url of urls) {
    const check = async () => {
      const response = await fetch(`${url}/health/ready`);
      expect([response.status, await response.json()]).toEqual([200, { database: 'up', redis: state }]);
    };
    await vi.waitFor(check, { timeout, interval: 20 });
  }
}

export const fetchStatus = async (url: string) => (await fetch(url)).status;
