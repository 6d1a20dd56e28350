import type { RedisConnection } from '../lib/redis.js';

const RENEW_INTERVAL_MS = 2_000;
/** How long the counts of a killed process stay in Redis. */
const TTL_MS = 10_000;

interface SocketCountsOptions {
  redis: RedisConnection;
  /** Unique id of this process. */
  processId: string;
  /** Ids of the other live processes. */
  otherProcessIds(): readonly string[];
  /** Number of sockets in this process by user. */
  localCounts(): ReadonlyMap<string, number>;
}

/** The number of sockets that users have in all processes. */
interface SocketCounts {
  /**
   * Stores how many sockets a user has in this process.
   *
   * @returns how many they have in all others; 0 while Redis is unavailable. Of two processes that report at the same
   * time, at least one sees the count of the other.
   */
  report(userId: string, count: number): Promise<number>;
  close(): void;
}

export function createSocketCounts(options: SocketCountsOptions): SocketCounts {
  const { redis, processId, otherProcessIds, localCounts } = options;
  const buildKey = (id: string) => `${redis.prefix}:sockets:${id}`;
  const ownKey = buildKey(processId);

  /** Runs Redis commands; null when they fail, which `redis` logs. */
  async function attempt<T>(task: () => Promise<T>): Promise<T | null> {
    if (!redis.isUp()) return null;
    try {
      return await task();
    } catch {
      return null;
    }
  }

  const writeAll = () =>
    attempt(async () => {
      const counts = localCounts();
      const batch = redis.commands.multi().del(ownKey);
      if (counts.size > 0) batch.hset(ownKey, Object.fromEntries(counts)).pexpire(ownKey, TTL_MS);
      await batch.exec();
    });

  const renew = () =>
    attempt(async () => {
      const isRenewed = (await redis.commands.pexpire(ownKey, TTL_MS)) === 1;
      if (!isRenewed && localCounts().size > 0) await writeAll();
    });

  redis.onReady(() => void writeAll());
  const timer = setInterval(() => void renew(), RENEW_INTERVAL_MS).unref();

  return {
    async report(userId, count) {
      const remoteCount = await attempt(async () => {
        const batch = redis.commands.multi();
        if (count > 0) batch.hset(ownKey, userId, count);
        else batch.hdel(ownKey, userId);
        batch.pexpire(ownKey, TTL_MS);
        const others = otherProcessIds();
        for (const id of others) batch.hget(buildKey(id), userId);
        const results = (await batch.exec()) ?? [];
        const counts = others.length > 0 ? results.slice(-others.length) : [];
        return counts.reduce((sum, [, value]) => sum + Number(value ?? 0), 0);
      });
      return remoteCount ?? 0;
    },
    close() {
      clearInterval(timer);
      void attempt(() => redis.commands.del(ownKey));
    },
  };
}
