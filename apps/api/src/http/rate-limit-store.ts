import { type ClientRateLimitInfo, MemoryStore, type Options, type Store } from 'express-rate-limit';
import { type RedisReply, RedisStore } from 'rate-limit-redis';
import type { RedisConnection } from '../lib/redis.js';

/** Counts in the memory of this process. */
export class LocalStore extends MemoryStore {
  /** Returns a copy: the library reads it later, when concurrent requests may have increased the stored count. */
  override async increment(key: string): Promise<ClientRateLimitInfo> {
    const pending = super.increment(key);
    return { ...(this.current.get(key) ?? (await pending)) };
  }
}

/** Counts in Redis for all processes; while it is unavailable, in the memory of this process. */
export class RedisBackedStore implements Store {
  readonly prefix: string;
  private readonly redis: RedisConnection;
  private readonly localStore = new LocalStore();
  private readonly redisStore: RedisStore;
  private options: Options | undefined;
  /** Pending or successful upload of the store's scripts to Redis; undefined before it and after a failure. */
  private initialized: Promise<void> | undefined;

  /** @param name - name of the limit; each limit has counters of its own. */
  constructor(redis: RedisConnection, name: string) {
    this.redis = redis;
    this.prefix = `${redis.prefix}:limit:${name}:`;
    this.redisStore = new RedisStore({
      prefix: this.prefix,
      // The scripts and commands of the store return numbers and strings only.
      sendCommand: (command: string, ...args: string[]) =>
        redis.commands.call(command, ...args) as Promise<RedisReply>,
    });
  }

  init(options: Options): void {
    this.options = options;
    this.localStore.init(options);
  }

  async get(key: string): Promise<ClientRateLimitInfo | undefined> {
    return (await this.tryRedis((store) => store.get(key))) ?? this.localStore.get(key);
  }

  async increment(key: string): Promise<ClientRateLimitInfo> {
    return (await this.tryRedis((store) => store.increment(key))) ?? this.localStore.increment(key);
  }

  async decrement(key: string): Promise<void> {
    // It is unknown which store counted the request; decrementing both never rejects a request wrongly.
    await this.tryRedis((store) => store.decrement(key));
    await this.localStore.decrement(key);
  }

  async resetKey(key: string): Promise<void> {
    await this.tryRedis((store) => store.resetKey(key));
    await this.localStore.resetKey(key);
  }

  /** Returns null while Redis is unavailable. */
  private async tryRedis<T>(task: (store: RedisStore) => Promise<T>): Promise<T | null> {
    const { options } = this;
    if (!options || !this.redis.isUp()) return null;
    try {
      this.initialized ??= this.redisStore.init(options);
      await this.initialized;
      return await task(this.redisStore);
    } catch {
      this.initialized = undefined;
      return null;
    }
  }
}
