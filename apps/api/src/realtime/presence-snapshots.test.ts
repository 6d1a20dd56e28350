import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPresenceSnapshots, type PresenceSnapshot } from './presence-snapshots.js';

/** Longer than a change takes to reach another process. */
const SYNC_MS = 250;
const TTL_MS = 10_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

interface Process {
  isAlive: boolean;
  /** Its own online users. */
  local: Set<string>;
  /** All snapshots that it published, lost ones included. */
  published: PresenceSnapshot[];
  /** How often it reported a change. */
  changes: number;
  /** How often it reported that others had left. */
  left: number;
  remote(): string[];
  processIds(): string[];
  receive(snapshot: PresenceSnapshot): void;
  stop(): void;
  redisReady(): void;
}

/** Creates processes that are connected by a simulated Redis, which can fail and lose snapshots. */
function createNetwork() {
  const processes: Process[] = [];
  const state = { isRedisUp: true, isLossy: false };

  function start(): Process {
    const local = new Set<string>();
    let handleReady: () => void = () => undefined;
    const process: Process = {
      isAlive: true,
      local,
      published: [],
      changes: 0,
      left: 0,
      remote: () => [...new Set(snapshots.userIds())].sort(),
      processIds: () => snapshots.processIds().sort(),
      receive: (snapshot) => snapshots.receive(snapshot),
      stop() {
        snapshots.close();
        process.isAlive = false;
      },
      redisReady: () => handleReady(),
    };
    const isUp = () => process.isAlive && state.isRedisUp;
    const snapshots = createPresenceSnapshots({
      redis: {
        isUp,
        onReady(listener) {
          handleReady = () => listener(false);
        },
      },
      processId: `p${processes.length}`,
      publish(snapshot) {
        process.published.push(snapshot);
        if (state.isLossy) return;
        for (const other of processes) {
          // Delivered in order, after a moment.
          if (other !== process && other.isAlive) setTimeout(() => other.receive(snapshot), 1);
        }
      },
      localUserIds: () => [...local],
      onChange() {
        process.changes += 1;
      },
      onLeave() {
        process.left += 1;
      },
      graceMs: 3_000,
    });
    processes.push(process);
    if (isUp()) process.redisReady();
    return process;
  }

  return {
    start,
    state,
    stopRedis() {
      state.isRedisUp = false;
    },
    startRedis() {
      if (state.isRedisUp) return;
      state.isRedisUp = true;
      for (const process of processes) if (process.isAlive) process.redisReady();
    },
    live: () => processes.filter(({ isAlive }) => isAlive),
  };
}

describe('createPresenceSnapshots', () => {
  it('with users who come and leave: shows them in the other process within 250 ms', async () => {
    const { start } = createNetwork();
    const [first, second] = [start(), start()];

    first.local.add('asha').add('மீனா');
    await vi.advanceTimersByTimeAsync(SYNC_MS);
    const before = second.remote();
    first.local.delete('asha');
    await vi.advanceTimersByTimeAsync(SYNC_MS);

    expect(before).toEqual(['asha', 'மீனா'].sort());
    expect(second.remote()).toEqual(['மீனா']);
    expect(first.remote()).toEqual([]);
    expect(second.changes).toBeGreaterThan(1);
  });

  it('with a process that starts later: exchanges snapshots within 10 ms', async () => {
    const { start } = createNetwork();
    const first = start();
    first.local.add('asha');
    await vi.advanceTimersByTimeAsync(1_000);

    const second = start();
    await vi.advanceTimersByTimeAsync(10);

    expect(second.remote()).toEqual(['asha']);
    expect([first.processIds(), second.processIds()]).toEqual([['p1'], ['p0']]);
  });

  it('with a process that dies: drops its users after 10 to 12 s, reports it once, and shows none to a process that starts then', async () => {
    const { start } = createNetwork();
    const [first, second] = [start(), start()];
    first.local.add('asha');
    await vi.advanceTimersByTimeAsync(SYNC_MS);

    first.isAlive = false;
    await vi.advanceTimersByTimeAsync(6_000);
    const third = start();
    await vi.advanceTimersByTimeAsync(SYNC_MS);
    const before = [second.remote(), third.remote()];
    const { changes, left } = second;
    await vi.advanceTimersByTimeAsync(6_000);

    expect(before).toEqual([['asha'], []]);
    expect([second.remote(), third.remote()]).toEqual([[], []]);
    expect(second.processIds()).toEqual(['p2']);
    expect(second.changes).toBeGreaterThan(changes);
    expect([left, second.left]).toEqual([0, 1]);
  });

  it('with a process that stops: keeps its users for the grace period of 3 s', async () => {
    const { start } = createNetwork();
    const [first, second] = [start(), start()];
    first.local.add('asha');
    await vi.advanceTimersByTimeAsync(SYNC_MS);

    first.stop();
    await vi.advanceTimersByTimeAsync(2_900);
    const before = second.remote();
    await vi.advanceTimersByTimeAsync(400);

    expect(before).toEqual(['asha']);
    expect(second.remote()).toEqual([]);
  });

  it('with a lost snapshot: is repaired by the next change, or by the next heartbeat', async () => {
    const { start, state } = createNetwork();
    const [first, second] = [start(), start()];
    await vi.advanceTimersByTimeAsync(SYNC_MS);

    state.isLossy = true;
    first.local.add('asha');
    await vi.advanceTimersByTimeAsync(SYNC_MS);
    state.isLossy = false;
    first.local.add('ravi');
    await vi.advanceTimersByTimeAsync(SYNC_MS);
    const afterChange = second.remote();
    state.isLossy = true;
    first.local.delete('asha');
    await vi.advanceTimersByTimeAsync(SYNC_MS);
    state.isLossy = false;
    await vi.advanceTimersByTimeAsync(2_200);

    expect(afterChange).toEqual(['asha', 'ravi']);
    expect(second.remote()).toEqual(['ravi']);
  });

  it('with Redis unavailable: drops all others after 10 s, and is correct within 3 s after Redis returns', async () => {
    const { start, stopRedis, startRedis } = createNetwork();
    const [first, second] = [start(), start()];
    first.local.add('asha');
    await vi.advanceTimersByTimeAsync(SYNC_MS);

    stopRedis();
    first.local.delete('asha');
    first.local.add('ravi');
    second.local.add('மீனா');
    await vi.advanceTimersByTimeAsync(30_000);
    const alone = [first.remote(), second.remote()];
    startRedis();
    await vi.advanceTimersByTimeAsync(3_000);

    expect(alone).toEqual([[], []]);
    expect([first.remote(), second.remote()]).toEqual([['மீனா'], ['ravi']]);
  });

  it('with several changes within 200 ms: publishes them in one snapshot', async () => {
    const { start } = createNetwork();
    const first = start();
    first.local.add('asha');
    await vi.advanceTimersByTimeAsync(200);
    first.published.length = 0;

    first.local.delete('asha');
    first.local.add('ravi').add('மீனா');
    await vi.advanceTimersByTimeAsync(199);
    const before = first.published.length;
    await vi.advanceTimersByTimeAsync(1);

    expect(before).toBe(0);
    expect(first.published).toEqual([{ processId: 'p0', userIds: ['ravi', 'மீனா'], ttlMs: TTL_MS }]);
  });

  it('with a user who comes and leaves within 200 ms: publishes nothing', async () => {
    const { start } = createNetwork();
    const [first, second] = [start(), start()];
    await vi.advanceTimersByTimeAsync(SYNC_MS);
    first.published.length = 0;

    first.local.add('asha');
    first.local.delete('asha');
    await vi.advanceTimersByTimeAsync(SYNC_MS);

    expect(first.published).toEqual([]);
    expect(second.remote()).toEqual([]);
  });

  it('with one user replaced by another: publishes a snapshot', async () => {
    const { start } = createNetwork();
    const [first, second] = [start(), start()];
    first.local.add('asha');
    await vi.advanceTimersByTimeAsync(SYNC_MS);

    first.local.delete('asha');
    first.local.add('ravi');
    await vi.advanceTimersByTimeAsync(SYNC_MS);

    expect(second.remote()).toEqual(['ravi']);
  });

  it('without changes for a minute: keeps all users, also for a process that starts then', async () => {
    const { start } = createNetwork();
    const [first, second] = [start(), start()];
    first.local.add('asha');
    await vi.advanceTimersByTimeAsync(60_000);

    const third = start();
    await vi.advanceTimersByTimeAsync(SYNC_MS);

    expect([second.remote(), third.remote()]).toEqual([['asha'], ['asha']]);
    expect([second.processIds(), third.processIds()]).toEqual([
      ['p0', 'p2'],
      ['p0', 'p1'],
    ]);
  });

  it('without changes: publishes every 2 s, and no more', async () => {
    const { start } = createNetwork();
    const [first] = [start(), start()];
    first.local.add('asha');
    await vi.advanceTimersByTimeAsync(1_000);
    first.published.length = 0;

    await vi.advanceTimersByTimeAsync(10_000);

    expect(first.published).toEqual(Array(5).fill({ processId: 'p0', userIds: ['asha'], ttlMs: TTL_MS }));
  });

  it('in a process that was suspended: keeps the users of others until their snapshots can be read', async () => {
    const { start } = createNetwork();
    const [first, second] = [start(), start()];
    first.local.add('asha');
    await vi.advanceTimersByTimeAsync(500);
    const now = performance.now.bind(performance);
    let suspendedMs = 0;
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + suspendedMs);

    suspendedMs = 15_000;
    await vi.advanceTimersByTimeAsync(1_000);
    const rightAfter = second.remote();
    await vi.advanceTimersByTimeAsync(10_000);
    const later = second.remote();
    first.isAlive = false;
    await vi.advanceTimersByTimeAsync(12_000);
    spy.mockRestore();

    expect(rightAfter).toEqual(['asha']);
    expect(later).toEqual(['asha']);
    expect(second.remote()).toEqual([]);
  });

  it('in a process that stops: publishes a last snapshot and nothing more, and checks no others', async () => {
    const { start } = createNetwork();
    const first = start();
    first.local.add('asha');
    await vi.advanceTimersByTimeAsync(SYNC_MS);
    first.published.length = 0;

    first.stop();
    first.isAlive = true;
    first.local.add('ravi');
    first.redisReady();
    first.receive({ processId: 'p9', userIds: [], ttlMs: TTL_MS });
    await vi.advanceTimersByTimeAsync(2 * TTL_MS);

    // The timer that would remove it has stopped.
    expect(first.processIds()).toEqual(['p9']);
    expect(first.published).toEqual([{ processId: 'p0', userIds: ['asha'], ttlMs: 3_000 }]);
  });

  it('in a process that stops while Redis is unavailable: publishes nothing', async () => {
    const { start, stopRedis } = createNetwork();
    const first = start();
    await vi.advanceTimersByTimeAsync(SYNC_MS);
    stopRedis();
    first.published.length = 0;

    first.stop();
    await vi.advanceTimersByTimeAsync(2 * TTL_MS);

    expect(first.published).toEqual([]);
  });

  it('with any sequence of events: is correct in every process in the end', async () => {
    const index = fc.nat(2);
    const step = fc.oneof(
      fc.record({
        kind: fc.constantFrom('come', 'leave'),
        index,
        userId: fc.constantFrom('asha', 'ravi', 'மீனா', 'জয়া'),
      }),
      fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(0, 1, 10, 25, 500, 2_000, 11_000) }),
      fc.record({
        kind: fc.constantFrom('lose snapshots', 'deliver snapshots', 'stop Redis', 'start Redis', 'start'),
      }),
      fc.record({ kind: fc.constantFrom('kill', 'stop'), index }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
        const network = createNetwork();
        for (let n = 0; n < 3; n += 1) network.start();
        for (const each of steps) {
          const process = 'index' in each ? network.live()[each.index] : undefined;
          if (each.kind === 'come' && 'userId' in each) process?.local.add(each.userId);
          else if (each.kind === 'leave' && 'userId' in each) process?.local.delete(each.userId);
          else if ('ms' in each) await vi.advanceTimersByTimeAsync(each.ms);
          else if (each.kind === 'lose snapshots') network.state.isLossy = true;
          else if (each.kind === 'deliver snapshots') network.state.isLossy = false;
          else if (each.kind === 'stop Redis') network.stopRedis();
          else if (each.kind === 'start Redis') network.startRedis();
          else if (each.kind === 'start') network.start();
          else if (each.kind === 'kill' && process) process.isAlive = false;
          else if (each.kind === 'stop') process?.stop();
        }
        network.state.isLossy = false;
        network.startRedis();
        await vi.advanceTimersByTimeAsync(13_000);

        for (const process of network.live()) {
          const others = network.live().filter((other) => other !== process);
          const expected = [...new Set(others.flatMap(({ local }) => [...local]))].sort();
          expect(process.remote()).toEqual(expected);
        }
        vi.clearAllTimers();
      }),
      { numRuns: 200 },
    );
  });
});
