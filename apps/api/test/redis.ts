import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '@safarnama/database';
import { afterAll, beforeAll } from 'vitest';
import { createRedisProcess, type RedisProcess } from './redis-process.js';

export interface TestRedis extends RedisProcess {
  url: string;
}

/** Runs a Redis server for the calling test file. */
export function useRedis(): TestRedis {
  let port = 0;
  let folder = '';
  let server: RedisProcess | undefined;
  const requireServer = () => {
    if (!server) throw new Error('Redis starts in beforeAll: use it inside a test');
    return server;
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'safarnama-redis-'));
    port = await findFreePort();
    server = createRedisProcess(port, folder);
    await server.start();
  });
  afterAll(async () => {
    await server?.kill();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get url() {
      return `redis://127.0.0.1:${port}`;
    },
    start: () => requireServer().start(),
    kill: () => requireServer().kill(),
    freeze: () => requireServer().freeze(),
    resume: () => requireServer().resume(),
  };
}
