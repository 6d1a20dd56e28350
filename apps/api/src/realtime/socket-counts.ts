import type { RedisConnection } from '../lib/redis.js';

const RENEW_MS = 2_000;
/** How long the counts of a process that says nothing any more stay in Redis. */
const LIFETIME_MS = 10_000;

interface SocketCountsOptions {
  redis: RedisConnection;
  /** The name of this process. */
  processId: string;
  /** The names of the others. */
  peers(): readonly string[];
  /** How many sockets each person has in this process. */
  counts(): ReadonlyMap<string, number>;
}

/** How many sockets people have over all processes. */
export interface SocketCounts {
  /**
   * Writes how many sockets a person has here.
   *
   * @returns how many they have elsewhere; 0 while Redis is away. Of two processes that ask at once each sees the other.
   */
  report(userId: string, count: number): Promise<number>;
  close(): void;
}

export function createSocketCounts({ redis, processId, peers, counts }: SocketCountsOptions): SocketCounts {
  const keyOf = (id: string) => `${redis.prefix}:sockets:${id}`;
  const ownKey = keyOf(processId);

  /** Runs what talks to Redis; null when that fails: its link tells. */
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
      const all = counts();
      const batch = redis.commands.multi().del(ownKey);
      if (all.size > 0) batch.hset(ownKey, Object.fromEntries(all)).pexpire(ownKey, LIFETIME_MS);
      await batch.exec();
    });

  redis.onReady(() => void writeAll());
  const renewing = setInterval(
    () =>
      void attempt(async () => {
        const renewed = await redis.commands.pexpire(ownKey, LIFETIME_MS);
        if (renewed === 0 && counts().size > 0) await writeAll();
      }),
    RENEW_MS,
  ).unref();

  return {
    async report(userId, count) {
      const elsewhere = await attempt(async () => {
        const batch = redis.commands.multi();
        if (count > 0) batch.hset(ownKey, userId, count);
        else batch.hdel(ownKey, userId);
        batch.pexpire(ownKey, LIFETIME_MS);
        const others = peers();
        for (const id of others) batch.hget(keyOf(id), userId);
        const results = (await batch.exec()) ?? [];
        const found = others.length > 0 ? results.slice(-others.length) : [];
        return found.reduce((sum, [, value]) => sum + Number(value ?? 0), 0);
      });
      return elsewhere ?? 0;
    },
    close() {
      clearInterval(renewing);
      void attempt(() => redis.commands.del(ownKey));
    },
  };
}
