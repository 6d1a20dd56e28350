import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../test/silent-logger.js';
import { createLocalUsers, type LoadedRules } from './local-users.js';

const GRACE_MS = 3_000;
const LOADED: LoadedRules = { rules: { appearsOffline: false, blocked: new Set() }, revision: 0 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates local users without restrictions. `events` records who connected (`+asha`) and left (`-asha`). */
function createRecorder() {
  const events: string[] = [];
  const users = createLocalUsers({
    graceMs: GRACE_MS,
    readRules: async () => new Map(),
    onChange: (userId) => events.push(`${users.has(userId) ? '+' : '-'}${userId}`),
    logger: silentLogger,
  });
  return { users, events, connect: (userId: string) => users.connect(userId, LOADED) };
}

describe('createLocalUsers', () => {
  it('with a first socket: reports the user without a delay', () => {
    const { users, events, connect } = createRecorder();

    connect('asha');

    expect(users.has('asha')).toBe(true);
    expect(events).toEqual(['+asha']);
  });

  it('when one of two sockets closes: keeps the user', () => {
    const { users, events, connect } = createRecorder();
    connect('asha');
    connect('asha');

    users.disconnect('asha');
    vi.advanceTimersByTime(60_000);

    expect(users.has('asha')).toBe(true);
    expect(events).toEqual(['+asha']);
  });

  it('after the last socket closed: keeps the user for the grace period', () => {
    const { users, events, connect } = createRecorder();
    connect('asha');
    vi.advanceTimersByTime(10_000);
    users.disconnect('asha');

    vi.advanceTimersByTime(GRACE_MS - 1);
    const before = users.has('asha');
    vi.advanceTimersByTime(1);

    expect(before).toBe(true);
    expect(users.has('asha')).toBe(false);
    expect(events).toEqual(['+asha', '-asha']);
  });

  it('with three sockets that close one after another: removes the user after the last', () => {
    const { users, events, connect } = createRecorder();
    for (let n = 0; n < 3; n += 1) connect('asha');

    users.disconnect('asha');
    users.disconnect('asha');
    vi.advanceTimersByTime(60_000);
    const before = users.has('asha');
    users.disconnect('asha');
    vi.advanceTimersByTime(GRACE_MS);

    expect(before).toBe(true);
    expect(users.has('asha')).toBe(false);
    expect(events).toEqual(['+asha', '-asha']);
  });

  it('with reconnects within the grace period: reports nothing', () => {
    const { users, events, connect } = createRecorder();
    connect('asha');

    for (let n = 0; n < 10; n += 1) {
      users.disconnect('asha');
      vi.advanceTimersByTime(GRACE_MS - 1);
      connect('asha');
    }
    vi.advanceTimersByTime(60_000);

    expect(events).toEqual(['+asha']);
  });

  it('disconnect of a user without sockets: changes nothing', () => {
    const { users, events, connect } = createRecorder();
    connect('asha');
    users.disconnect('asha');
    vi.advanceTimersByTime(GRACE_MS - 1_000);

    // Must not restart the grace period.
    users.disconnect('asha');
    users.disconnect('nobody');
    vi.advanceTimersByTime(1_000);

    expect(events).toEqual(['+asha', '-asha']);
  });

  it('after close: reports nothing, also at the end of a grace period', () => {
    const { users, events, connect } = createRecorder();
    connect('asha');
    connect('ravi');
    users.disconnect('asha');

    users.close();
    users.disconnect('ravi');
    connect('devi');
    vi.advanceTimersByTime(60_000);

    expect(events).toEqual(['+asha', '+ravi']);
  });

  it('with any sequence of connects, disconnects and pauses: matches the model after each step and reports each change once', () => {
    const userId = fc.constantFrom('asha', 'ravi', 'மீனா', 'জয়া');
    const stepArbitrary = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('connect' as const), userId }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('disconnect' as const), userId }) },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('wait' as const),
          ms: fc.oneof(fc.nat(5_000), fc.constantFrom(0, 1, 2_999, 3_000, 3_001)),
        }),
      },
    );
    fc.assert(
      fc.property(fc.array(stepArbitrary, { maxLength: 60, size: 'max' }), (steps) => {
        const { users, events, connect } = createRecorder();
        const sockets = new Map<string, number>();
        const leftAt = new Map<string, number>();
        const isConnected = (id: string) => {
          const left = leftAt.get(id);
          return (sockets.get(id) ?? 0) > 0 || (left !== undefined && performance.now() - left < GRACE_MS);
        };

        for (const step of steps) {
          if (step.kind === 'wait') vi.advanceTimersByTime(step.ms);
          else if (step.kind === 'connect') {
            connect(step.userId);
            sockets.set(step.userId, (sockets.get(step.userId) ?? 0) + 1);
          } else if ((sockets.get(step.userId) ?? 0) > 0) {
            users.disconnect(step.userId);
            sockets.set(step.userId, (sockets.get(step.userId) ?? 0) - 1);
            leftAt.set(step.userId, performance.now());
          }
          for (const id of ['asha', 'ravi', 'மீனா', 'জয়া']) {
            const userEvents = events.filter((event) => event.slice(1) === id);
            expect(users.has(id)).toBe(isConnected(id));
            expect(userEvents).toEqual(userEvents.map((_, index) => (index % 2 === 0 ? `+${id}` : `-${id}`)));
            expect(userEvents.length % 2 === 1).toBe(isConnected(id));
          }
        }
        users.close();
      }),
      // Few but long runs: most short ones never open two sockets of one user and close both.
      { numRuns: 60 },
    );
  });
});
