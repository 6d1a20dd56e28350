import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RedisLink } from '../config/redis.js';
import { createDirectory } from './directory.js';
import { createPresenceSync, type PresenceEvents } from './presence-sync.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

/** The commands that are used, on a store that expires and can be lost. */
function createStore() {
  const entries = new Map<string, { fields: Map<string, string>; expiresAt: number }>();
  const find = (key: string) => {
    const entry = entries.get(key);
    if (!entry || entry.expiresAt > performance.now()) return entry;
    entries.delete(key);
    return undefined;
  };
  const make = (key: string) => {
    const entry = find(key) ?? { fields: new Map(), expiresAt: Number.POSITIVE_INFINITY };
    entries.set(key, entry);
    return entry;
  };
  const commands = {
    del: (key: string) => Number(entries.delete(key)),
    exists: (key: string) => Number(find(key) !== undefined),
    hset: (key: string, fields: Record<string, unknown>) => {
      for (const [name, value] of Object.entries(fields)) make(key).fields.set(name, String(value));
    },
    hdel: (key: string, ...names: string[]) => {
      for (const name of names) find(key)?.fields.delete(name);
    },
    hgetall: (key: string) => Object.fromEntries(find(key)?.fields ?? []),
    pexpire: (key: string, ms: number) => {
      const entry = find(key);
      if (entry) entry.expiresAt = performance.now() + ms;
      return Number(entry !== undefined);
    },
    pttl: (key: string) => (find(key)?.expiresAt ?? 0) - performance.now(),
    sadd: (key: string, name: string) => void make(key).fields.set(name, '1'),
    srem: (key: string, name: string) => void find(key)?.fields.delete(name),
    smembers: (key: string) => [...(find(key)?.fields.keys() ?? [])],
  };
  return { commands, clear: () => entries.clear() };
}

/** Processes with a Redis between them that can go away and words that can be lost. */
function createWorld() {
  const store = createStore();
  const everyone: Process[] = [];
  const state = { isRedisUp: true, isLossy: false };

  interface Process {
    isAlive: boolean;
    shared: Set<string>;
    /** People of the other processes, as this one knows. */
    seen: Set<string>;
    events: PresenceEvents;
    come(userId: string): void;
    leave(userId: string): void;
    stop(): Promise<void>;
    up(): void;
  }

  function start(): Process {
    const [shared, seen] = [new Set<string>(), new Set<string>()];
    let upListener = () => undefined as unknown;
    const isUp = () => self.isAlive && state.isRedisUp;
    const answer = async <T>(task: () => T): Promise<T> => {
      if (!isUp()) throw new Error('away');
      return task();
    };
    type Name = keyof typeof store.commands;
    const names = Object.keys(store.commands) as Name[];
    const call = (name: Name, args: unknown[]): unknown =>
      Reflect.apply(store.commands[name], store.commands, args);
    const multi = () => {
      const queue: (() => unknown)[] = [];
      const batch: Record<string, unknown> = {
        exec: () => answer(() => queue.map((task) => [null, task()])),
      };
      for (const name of names) {
        batch[name] = (...args: unknown[]) => {
          queue.push(() => call(name, args));
          return batch;
        };
      }
      return batch;
    };
    const single = Object.fromEntries(
      names.map((name) => [name, (...args: unknown[]) => answer(() => call(name, args))]),
    );
    const link = {
      isUp,
      prefix: 'test',
      commands: { ...single, multi },
      onUp: (listener: () => void) => {
        upListener = listener;
      },
    } as unknown as RedisLink;
    const send = <E extends keyof PresenceEvents>(event: E, payload: Parameters<PresenceEvents[E]>[0]) => {
      if (!isUp() || state.isLossy) return;
      for (const other of everyone) {
        // Through a line: in order, but not at once.
        if (other !== self && other.isAlive) setTimeout(() => other.events[event](payload as never), 1);
      }
    };
    const sync = createPresenceSync({
      redis: link,
      processId: `p${everyone.length}`,
      tell: {
        processChanged: (change) => send('processChanged', change),
        processAlive: (sign) => send('processAlive', sign),
        processGone: (sign) => send('processGone', sign),
      },
      shared: () => [...shared],
      others: createDirectory({
        onCame: (userId) => seen.add(userId),
        onLeft: (userId) => seen.delete(userId),
      }),
      graceMs: 3_000,
    });
    const self: Process = {
      isAlive: true,
      shared,
      seen,
      events: sync.events,
      come(userId) {
        if (shared.has(userId)) return;
        shared.add(userId);
        sync.changed(userId, true);
      },
      leave(userId) {
        if (shared.delete(userId)) sync.changed(userId, false);
      },
      async stop() {
        await sync.close();
        self.isAlive = false;
      },
      up: () => upListener(),
    };
    everyone.push(self);
    if (isUp()) self.up();
    return self;
  }

  return {
    start,
    state,
    redisDown() {
      state.isRedisUp = false;
    },
    redisUp() {
      if (state.isRedisUp) return;
      store.clear();
      state.isRedisUp = true;
      for (const process of everyone) if (process.isAlive) process.up();
    },
    living: () => everyone.filter(({ isAlive }) => isAlive),
  };
}

const seenBy = ({ seen }: { seen: Set<string> }) => [...seen].sort();

describe('createPresenceSync', () => {
  it('with people who come and go: the other process knows within moments', async () => {
    const { start } = createWorld();
    const [one, two] = [start(), start()];

    one.come('asha');
    one.come('மீனா');
    await vi.advanceTimersByTimeAsync(50);
    const came = seenBy(two);
    one.leave('asha');
    await vi.advanceTimersByTimeAsync(50);

    expect(came).toEqual(['asha', 'மீனா'].sort());
    expect(seenBy(two)).toEqual(['மீனா']);
    expect(seenBy(one)).toEqual([]);
  });

  it('with a process that starts later: it knows within moments', async () => {
    const { start } = createWorld();
    const one = start();
    one.come('asha');
    await vi.advanceTimersByTimeAsync(50);

    const two = start();
    await vi.advanceTimersByTimeAsync(50);

    expect(seenBy(two)).toEqual(['asha']);
  });

  it('with a process that died: its people are gone after 10 to 12 s, also for one that starts meanwhile', async () => {
    const { start } = createWorld();
    const [one, two] = [start(), start()];
    one.come('asha');
    await vi.advanceTimersByTimeAsync(50);

    one.isAlive = false;
    await vi.advanceTimersByTimeAsync(6_000);
    const three = start();
    await vi.advanceTimersByTimeAsync(50);
    const meanwhile = [seenBy(two), seenBy(three)];
    await vi.advanceTimersByTimeAsync(6_000);

    expect(meanwhile).toEqual([['asha'], ['asha']]);
    expect([seenBy(two), seenBy(three)]).toEqual([[], []]);
  });

  it('with a process that stops: its people have 3 s', async () => {
    const { start } = createWorld();
    const [one, two] = [start(), start()];
    one.come('asha');
    await vi.advanceTimersByTimeAsync(50);

    await one.stop();
    await vi.advanceTimersByTimeAsync(2_900);
    const before = seenBy(two);
    await vi.advanceTimersByTimeAsync(200);

    expect(before).toEqual(['asha']);
    expect(seenBy(two)).toEqual([]);
  });

  it('with a lost word: sees the gap with the next one, or with the next sign of life', async () => {
    const { start, state } = createWorld();
    const [one, two] = [start(), start()];
    await vi.advanceTimersByTimeAsync(50);

    state.isLossy = true;
    one.come('asha');
    await vi.advanceTimersByTimeAsync(50);
    state.isLossy = false;
    one.come('ravi');
    await vi.advanceTimersByTimeAsync(50);
    const withTheNext = seenBy(two);
    state.isLossy = true;
    one.leave('asha');
    await vi.advanceTimersByTimeAsync(50);
    state.isLossy = false;
    await vi.advanceTimersByTimeAsync(2_100);

    expect(withTheNext).toEqual(['asha', 'ravi']);
    expect(seenBy(two)).toEqual(['ravi']);
  });

  it('with Redis gone and back, empty: right within 3 s, whatever happened meanwhile', async () => {
    const { start, redisDown, redisUp } = createWorld();
    const [one, two] = [start(), start()];
    one.come('asha');
    await vi.advanceTimersByTimeAsync(50);

    redisDown();
    one.leave('asha');
    one.come('ravi');
    two.come('மீனா');
    await vi.advanceTimersByTimeAsync(30_000);
    const alone = [seenBy(one), seenBy(two)];
    redisUp();
    await vi.advanceTimersByTimeAsync(3_000);

    expect(alone).toEqual([[], []]);
    expect([seenBy(one), seenBy(two)]).toEqual([['மீனா'], ['ravi']]);
  });

  it('with anything that happens: every process knows the truth in the end', async () => {
    const index = fc.nat(2);
    const step = fc.oneof(
      fc.record({
        kind: fc.constantFrom('come', 'leave'),
        index,
        userId: fc.constantFrom('asha', 'ravi', 'மீனா', 'জয়া'),
      }),
      fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(0, 1, 10, 25, 500, 2_000, 11_000) }),
      fc.record({ kind: fc.constantFrom('lose', 'keep', 'down', 'up', 'start') }),
      fc.record({ kind: fc.constantFrom('kill', 'stop'), index }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const world = createWorld();
        for (let n = 0; n < 3; n += 1) world.start();
        for (const each of steps) {
          const process = 'index' in each ? world.living()[each.index] : undefined;
          if (each.kind === 'come' && 'userId' in each) process?.come(each.userId);
          else if (each.kind === 'leave' && 'userId' in each) process?.leave(each.userId);
          else if ('ms' in each) await vi.advanceTimersByTimeAsync(each.ms);
          else if (each.kind === 'lose' || each.kind === 'keep') world.state.isLossy = each.kind === 'lose';
          else if (each.kind === 'down') world.redisDown();
          else if (each.kind === 'up') world.redisUp();
          else if (each.kind === 'start') world.start();
          else if (each.kind === 'kill' && process) process.isAlive = false;
          else if (each.kind === 'stop') await process?.stop();
        }
        world.state.isLossy = false;
        world.redisUp();
        await vi.advanceTimersByTimeAsync(13_000);

        for (const process of world.living()) {
          const others = world.living().filter((other) => other !== process);
          expect(seenBy(process)).toEqual([...new Set(others.flatMap(({ shared }) => [...shared]))].sort());
        }
        vi.clearAllTimers();
      }),
      { numRuns: 200 },
    );
  });
});
