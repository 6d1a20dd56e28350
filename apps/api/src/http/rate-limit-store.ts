import { type ClientRateLimitInfo, MemoryStore, type Options, type Store } from 'express-rate-limit';
import { type RedisReply, RedisStore } from 'rate-limit-redis';
import type { RedisLink } from '../config/redis.js';

/** Counts in Redis for all processes; while it is away, in the memory of this one. */
export class SharedStore implements Store {
  readonly prefix: string;
  private readonly redis: RedisLink;
  private readonly alone = new MemoryStore();
  private readonly shared: RedisStore;
  private options: Options | undefined;
  /** The scripts of the store are in Redis; undefined until that was tried, and after it failed. */
  private prepared: Promise<void> | undefined;

  /** @param name - of the limit: each counts by itself. */
  constructor(redis: RedisLink, name: string) {
    this.redis = redis;
    this.prefix = `${redis.prefix}:limit:${name}:`;
    this.shared = new RedisStore({
      prefix: this.prefix,
      // The answers of the store's own scripts and commands: numbers and texts.
      sendCommand: (command: string, ...args: string[]) =>
        redis.commands.call(command, ...args) as Promise<RedisReply>,
    });
  }

  init(options: Options): void {
    this.options = options;
    this.alone.init(options);
  }

  async increment(key: string): Promise<ClientRateLimitInfo> {
    return (await this.ask((store) => store.increment(key))) ?? this.alone.increment(key);
  }

  async decrement(key: string): Promise<void> {
    // Where it was counted is not known: one that counts too little there never refuses anybody wrongly.
    await this.ask((store) => store.decrement(key));
    await this.alone.decrement(key);
  }

  async resetKey(key: string): Promise<void> {
    await this.ask((store) => store.resetKey(key));
    await this.alone.resetKey(key);
  }

  /** Null while Redis is away. */
  private async ask<T>(task: (store: RedisStore) => Promise<T>): Promise<T | null> {
    const { options } = this;
    if (!options || !this.redis.isUp()) return null;
    try {
      this.prepared ??= this.shared.init(options);
      await this.prepared;
      return await task(this.shared);
    } catch {
      this.prepared = undefined;
      return null;
    }
  }
}
