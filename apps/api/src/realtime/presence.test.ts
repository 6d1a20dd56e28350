import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPresence } from './presence.js';

const GRACE_MS = 3_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A presence that notes what it tells. */
function watchPresence() {
  const told: string[] = [];
  const presence = createPresence({
    graceMs: GRACE_MS,
    onCame: (userId) => told.push(`+${userId}`),
    onLeft: (userId) => told.push(`-${userId}`),
  });
  return { presence, told };
}

describe('createPresence', () => {
  it('with a first socket: the person is there at once and it is told', () => {
    const { presence, told } = watchPresence();

    presence.opened('asha');

    expect(presence.has('asha')).toBe(true);
    expect(told).toEqual(['+asha']);
  });

  it('with two sockets of which one closes: the person stays', () => {
    const { presence, told } = watchPresence();
    presence.opened('asha');
    presence.opened('asha');

    presence.closed('asha');
    vi.advanceTimersByTime(60_000);

    expect(presence.has('asha')).toBe(true);
    expect(told).toEqual(['+asha']);
  });

  it('after the last socket: the person is there for the grace, and gone then', () => {
    const { presence, told } = watchPresence();
    presence.opened('asha');
    vi.advanceTimersByTime(10_000);
    presence.closed('asha');

    vi.advanceTimersByTime(GRACE_MS - 1);
    const before = presence.has('asha');
    vi.advanceTimersByTime(1);

    expect(before).toBe(true);
    expect(presence.has('asha')).toBe(false);
    expect(told).toEqual(['+asha', '-asha']);
  });

  it('with three sockets that close one by one: the person is gone after the last', () => {
    const { presence, told } = watchPresence();
    for (let n = 0; n < 3; n += 1) presence.opened('asha');

    presence.closed('asha');
    presence.closed('asha');
    vi.advanceTimersByTime(60_000);
    const before = presence.has('asha');
    presence.closed('asha');
    vi.advanceTimersByTime(GRACE_MS);

    expect(before).toBe(true);
    expect(presence.has('asha')).toBe(false);
    expect(told).toEqual(['+asha', '-asha']);
  });

  it('with a socket that comes back within the grace: nothing is told', () => {
    const { presence, told } = watchPresence();
    presence.opened('asha');

    for (let cut = 0; cut < 10; cut += 1) {
      presence.closed('asha');
      vi.advanceTimersByTime(GRACE_MS - 1);
      presence.opened('asha');
    }
    vi.advanceTimersByTime(60_000);

    expect(told).toEqual(['+asha']);
  });

  it('with a close of somebody who has no socket: changes nothing', () => {
    const { presence, told } = watchPresence();
    presence.opened('asha');
    presence.closed('asha');
    vi.advanceTimersByTime(GRACE_MS - 1_000);

    // Another close must not begin the grace anew.
    presence.closed('asha');
    presence.closed('nobody');
    vi.advanceTimersByTime(1_000);

    expect(told).toEqual(['+asha', '-asha']);
  });

  it('when closed: leaves no timer and tells nothing any more', () => {
    const { presence, told } = watchPresence();
    presence.opened('asha');
    presence.opened('ravi');
    presence.closed('asha');

    presence.close();
    presence.closed('ravi');
    presence.opened('devi');

    expect(vi.getTimerCount()).toBe(0);
    expect(told).toEqual(['+asha', '+ravi']);
  });

  it('with any opens, closes and waits: knows the truth at every step, and tells each change of it once', () => {
    const person = fc.constantFrom('asha', 'ravi', 'மீனா', 'জয়া');
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('open' as const), person }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('close' as const), person }) },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('wait' as const),
          ms: fc.oneof(fc.nat(5_000), fc.constantFrom(0, 1, 2_999, 3_000, 3_001)),
        }),
      },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const { presence, told } = watchPresence();
        const open = new Map<string, number>();
        const leftAt = new Map<string, number>();
        const isThere = (id: string) => {
          const left = leftAt.get(id);
          return (open.get(id) ?? 0) > 0 || (left !== undefined && performance.now() - left < GRACE_MS);
        };

        for (const each of steps) {
          if (each.kind === 'wait') vi.advanceTimersByTime(each.ms);
          else if (each.kind === 'open') {
            presence.opened(each.person);
            open.set(each.person, (open.get(each.person) ?? 0) + 1);
          } else if ((open.get(each.person) ?? 0) > 0) {
            presence.closed(each.person);
            open.set(each.person, (open.get(each.person) ?? 0) - 1);
            leftAt.set(each.person, performance.now());
          }
          for (const id of ['asha', 'ravi', 'மீனா', 'জয়া']) {
            const words = told.filter((word) => word.slice(1) === id);
            expect(presence.has(id)).toBe(isThere(id));
            expect(words).toEqual(words.map((_, index) => (index % 2 === 0 ? `+${id}` : `-${id}`)));
            expect(words.length % 2 === 1).toBe(isThere(id));
          }
        }
        presence.close();
      }),
      // Few and long: most of the short ones never open two sockets of a person and close both.
      { numRuns: 60 },
    );
  });
});
