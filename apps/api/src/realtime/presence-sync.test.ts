import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RedisConnection } from '../lib/redis.js';
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
  return {
    commands,
    clear: () => entries.clear(),
    /** What is in it now: the fields of each key. */
    content: () =>
      Object.fromEntries(
        [...entries.keys()].flatMap((key) => {
          const entry = find(key);
          return entry ? [[key, Object.fromEntries([...entry.fields].sort())]] : [];
        }),
      ),
  };
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
    /** What it told the others, also what was lost. */
    told: [event: keyof PresenceEvents, payload: unknown][];
    /** The commands it has sent to Redis, those of a batch in a row. */
    sent: string[];
    peers(): string[];
    changed(userId: string, isOnline: boolean): void;
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
    const call = (name: Name, args: unknown[]): unknown => {
      self.sent.push([name, ...args.filter((arg) => typeof arg !== 'object')].join(' '));
      return Reflect.apply(store.commands[name], store.commands, args);
    };
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
      onReady: (listener: () => void) => {
        upListener = listener;
      },
    } as unknown as RedisConnection;
    const send = <E extends keyof PresenceEvents>(event: E, payload: Parameters<PresenceEvents[E]>[0]) => {
      self.told.push([event, payload]);
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
      told: [],
      sent: [],
      peers: sync.peers,
      changed: sync.changed,
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
    store,
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

  it('with changes within 20 ms: makes one write and one word of them', async () => {
    const { start, store } = createWorld();
    const one = start();
    one.come('asha');
    await vi.advanceTimersByTimeAsync(50);
    one.told.length = 0;

    one.leave('asha');
    one.come('ravi');
    one.come('மீனா');
    await vi.advanceTimersByTimeAsync(19);
    const before = one.told.length;
    await vi.advanceTimersByTimeAsync(1);

    expect(before).toBe(0);
    expect(one.told).toEqual([
      ['processChanged', { processId: 'p0', version: 3, online: ['ravi', 'மீனா'], offline: ['asha'] }],
    ]);
    expect(store.content()['test:presence:p0']).toEqual({ '#': '3', ravi: '1', மீனா: '1' });

    one.come('devi');
    await vi.advanceTimersByTimeAsync(50);
    expect(one.told[1]).toEqual([
      'processChanged',
      { processId: 'p0', version: 4, online: ['devi'], offline: [] },
    ]);
  });

  it('with somebody who comes and leaves within 20 ms: tells how it is in the end', async () => {
    const { start } = createWorld();
    const [one, two] = [start(), start()];
    await vi.advanceTimersByTimeAsync(50);

    one.come('asha');
    one.leave('asha');
    await vi.advanceTimersByTimeAsync(50);

    expect(one.told.at(-1)).toEqual([
      'processChanged',
      { processId: 'p0', version: 2, online: [], offline: ['asha'] },
    ]);
    expect(seenBy(two)).toEqual([]);
  });

  it('with nothing that changes for a minute: nobody is lost, neither here nor for one that starts then', async () => {
    const { start } = createWorld();
    const [one, two] = [start(), start()];
    one.come('asha');
    await vi.advanceTimersByTimeAsync(60_000);

    const three = start();
    await vi.advanceTimersByTimeAsync(50);

    expect([seenBy(two), seenBy(three)]).toEqual([['asha'], ['asha']]);
    expect([two.peers().sort(), three.peers().sort()]).toEqual([
      ['p0', 'p2'],
      ['p0', 'p1'],
    ]);
  });

  it('with nothing that changes: says every 2 s that it lives, and asks Redis for no more than that', async () => {
    const { start } = createWorld();
    const [one, two] = [start(), start()];
    one.come('asha');
    await vi.advanceTimersByTimeAsync(1_000);
    for (const process of [one, two]) {
      process.told.length = 0;
      process.sent.length = 0;
    }

    await vi.advanceTimersByTimeAsync(10_000);

    expect(one.told).toEqual(Array(5).fill(['processAlive', { processId: 'p0', version: 2 }]));
    expect(one.sent).toEqual(Array(5).fill('pexpire test:presence:p0 10000'));
    expect(two.sent).toEqual(Array(5).fill('pexpire test:presence:p1 10000'));
  });

  it('with its entry gone from Redis: writes all of it anew, with the next sign of life or the next change', async () => {
    const { start, store } = createWorld();
    const one = start();
    one.come('asha');
    await vi.advanceTimersByTimeAsync(50);

    store.clear();
    await vi.advanceTimersByTimeAsync(2_000);
    const afterSign = store.content();
    store.clear();
    one.come('ravi');
    await vi.advanceTimersByTimeAsync(50);

    expect(afterSign).toEqual({
      'test:presence:p0': { '#': '3', asha: '1' },
      'test:processes': { p0: '1' },
    });
    expect(store.content()).toEqual({
      'test:presence:p0': { '#': '5', asha: '1', ravi: '1' },
      'test:processes': { p0: '1' },
    });
  });

  it('with the name of a process that has no entry: takes it off the list, and no other', async () => {
    const { start, store } = createWorld();
    const [one, two] = [start(), start()];
    await vi.advanceTimersByTimeAsync(50);
    one.isAlive = false;
    await vi.advanceTimersByTimeAsync(12_000);

    const three = start();
    await vi.advanceTimersByTimeAsync(50);

    expect(store.content()['test:processes']).toEqual({ p1: '1', p2: '1' });
    expect([two.peers(), three.peers()]).toEqual([['p2'], ['p1']]);
  });

  it('with an older word, or the same again: changes nothing', async () => {
    const { start } = createWorld();
    const two = start();
    const tell = (version: number, online: string[], offline: string[] = []) =>
      two.events.processChanged({ processId: 'other', version, online, offline });
    // It has no entry to read: known from its first word on.
    tell(0, ['asha']);
    tell(1, ['ravi'], ['asha']);

    tell(1, ['மீனா']);
    tell(0, [], ['ravi']);
    await vi.advanceTimersByTimeAsync(50);

    expect(seenBy(two)).toEqual(['ravi']);
  });

  it('with a gap in the words: reads the entry once, however many words come meanwhile', async () => {
    const { start, state } = createWorld();
    const [one, two] = [start(), start()];
    await vi.advanceTimersByTimeAsync(50);
    state.isLossy = true;
    one.come('asha');
    await vi.advanceTimersByTimeAsync(50);
    state.isLossy = false;
    two.sent.length = 0;

    one.come('ravi');
    await vi.advanceTimersByTimeAsync(20);
    one.told.length = 0;
    for (let n = 0; n < 5; n += 1) two.events.processAlive({ processId: 'p0', version: 3 });
    await vi.advanceTimersByTimeAsync(50);

    expect(seenBy(two)).toEqual(['asha', 'ravi']);
    expect(two.sent.filter((command) => command.startsWith('hgetall'))).toEqual(['hgetall test:presence:p0']);
  });

  it('that was held up itself: takes nobody for dead before it has read what waited', async () => {
    const { start } = createWorld();
    const [one, two] = [start(), start()];
    one.come('asha');
    await vi.advanceTimersByTimeAsync(500);
    const now = performance.now.bind(performance);
    let heldUpMs = 0;
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + heldUpMs);

    heldUpMs = 15_000;
    await vi.advanceTimersByTimeAsync(1_000);
    const rightAfter = seenBy(two);
    await vi.advanceTimersByTimeAsync(10_000);
    spy.mockRestore();

    expect(rightAfter).toEqual(['asha']);
    expect(seenBy(two)).toEqual(['asha']);
  });

  it('that stops: leaves nothing in Redis and no timer, says so once, and tells nothing afterwards', async () => {
    const { start, store } = createWorld();
    const [one, two] = [start(), start()];
    one.come('asha');
    await vi.advanceTimersByTimeAsync(50);
    two.events.processGone({ processId: 'p0' });
    two.come('ravi');

    await two.stop();
    await one.stop();
    const timers = vi.getTimerCount();
    const words = one.told.length;
    one.changed('மீனா', true);
    await vi.advanceTimersByTimeAsync(5_000);

    expect(store.content()).toEqual({ 'test:processes': {} });
    expect(one.told.at(-1)).toEqual(['processGone', { processId: 'p0' }]);
    expect(one.told).toHaveLength(words);
    // What the second told the first of its end is still on its way.
    expect(timers).toBe(1);
  });

  it('that stops while Redis is away: ends all the same', async () => {
    const { start, redisDown } = createWorld();
    const one = start();
    await vi.advanceTimersByTimeAsync(50);
    redisDown();
    one.told.length = 0;

    await one.stop();
    one.changed('asha', true);

    expect(one.told).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
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
      fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
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
