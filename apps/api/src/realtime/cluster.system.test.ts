import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useRedis } from '../../test/redis.js';
import { silentLogger } from '../../test/silent-logger.js';
import { until } from '../../test/socket.js';
import { MAX_AGE_MS } from '../lib/announced-cache.js';
import { connectRedis } from '../lib/redis.js';
import { createCluster, createRedisAdapter } from './cluster.js';
import type { AppServer } from './socket-types.js';

const server = useRedis();
const ignore = () => undefined;

/** Joins the cluster as one process would. */
async function join({ catchUp = ignore } = {}) {
  const redis = connectRedis(server.url, silentLogger);
  const io: AppServer = new Server(createServer(), { adapter: createRedisAdapter(redis) });
  const cluster = createCluster({
    io,
    redis,
    presence: { visibleIds: () => [], scheduleUpdate: ignore, refreshRules: ignore },
    versions: { onWrite: ignore, raise: ignore, raiseAll: ignore },
    graceMs: 0,
    catchUp,
    onRejoin: ignore,
  });
  onTestFinished(() => redis.close());
  await until(() => expect(redis.isUp()).toBe(true));
  return {
    async measureHandled() {
      const startedAt = performance.now();
      await cluster.whenHandled();
      return performance.now() - startedAt;
    },
    async close() {
      cluster.close();
      await io.close();
    },
    die: () => redis.close(),
  };
}

it('whenHandled, after this process has left: waits as long as others may use what they have cached', async () => {
  const stopping = await join();
  const other = await join();
  expect(await stopping.measureHandled()).toBeLessThan(MAX_AGE_MS / 2);

  await stopping.close();

  // Timers may fire a millisecond early.
  expect(await stopping.measureHandled()).toBeGreaterThan(MAX_AGE_MS - 5);
  await other.close();
});

it('a process that died: the others read what it may not have announced', async () => {
  const catchUp = vi.fn();
  const other = await join({ catchUp });
  const dying = await join();
  // Its first snapshot has reached the other one.
  await dying.measureHandled();
  const before = catchUp.mock.calls.length;

  dying.die();

  await vi.waitFor(() => expect(catchUp).toHaveBeenCalledTimes(before + 1), { timeout: 20_000 });
  await other.close();
});
