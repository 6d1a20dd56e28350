import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll } from 'vitest';
import { freePort } from './free-port.js';

/** A Redis server of the calling test file that can be killed and come back on its port, empty. */
interface TestRedis {
  url: string;
  start(): Promise<void>;
  /** With SIGKILL: lines break, nothing is kept. */
  kill(): Promise<void>;
  /** Stops it without a word: lines stay open and nothing answers. */
  freeze(): void;
  thaw(): void;
}

/** Runs Debian's redis-server for the calling test file. */
export function useRedis(): TestRedis {
  let port = 0;
  let folder = '';
  let child: ChildProcess | null = null;

  const redis: TestRedis = {
    get url() {
      return `redis://127.0.0.1:${port}`;
    },
    async start() {
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
      child = spawn('redis-server', args, { stdio: 'ignore' });
      const client = new Redis(redis.url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
      client.on('error', () => undefined);
      await client.ping();
      client.disconnect();
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'safarnama-redis-'));
    port = await freePort();
    await redis.start();
  });
  afterAll(async () => {
    await redis.kill();
    await rm(folder, { recursive: true, force: true });
  });
  return redis;
}
