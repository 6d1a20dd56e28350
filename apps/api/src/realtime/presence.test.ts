import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPresence } from './presence.js';

const GRACE_MS = 3_000;
const INTERVAL_MS = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A presence that notes what it tells, and when. */
function watchPresence() {
  const told: { at: number; online: string[] }[] = [];
  const presence = createPresence({
    graceMs: GRACE_MS,
    intervalMs: INTERVAL_MS,
    onChange: (online) => told.push({ at: performance.now(), online: [...online].sort() }),
  });
  return { presence, told, lists: () => told.map(({ online }) => online) };
}

describe('createPresence', () => {
  it('with a first socket: the person is online at once and it is told', () => {
    const { presence, lists } = watchPresence();

    presence.opened('asha');
    const online = presence.online();
    vi.advanceTimersByTime(0);

    expect(online).toEqual(['asha']);
    expect(lists()).toEqual([['asha']]);
  });

  it('with two sockets of which one closes: the person stays online', () => {
    const { presence, lists } = watchPresence();
    presence.opened('asha');
    presence.opened('asha');

    presence.closed('asha');
    vi.advanceTimersByTime(60_000);

    expect(presence.online()).toEqual(['asha']);
    expect(lists()).toEqual([['asha']]);
  });

  it('after the last socket: the person is online for the grace, and offline then', () => {
    const { presence, lists } = watchPresence();
    presence.opened('asha');
    vi.advanceTimersByTime(10_000);
    presence.closed('asha');

    vi.advanceTimersByTime(GRACE_MS - 1);
    const before = presence.online();
    vi.advanceTimersByTime(1);
    const after = presence.online();
    vi.advanceTimersByTime(1);

    expect(before).toEqual(['asha']);
    expect(after).toEqual([]);
    expect(lists()).toEqual([['asha'], []]);
  });

  it('with a socket that comes back within the grace: nothing is told', () => {
    const { presence, lists } = watchPresence();
    presence.opened('asha');
    vi.advanceTimersByTime(5_000);

    for (let cut = 0; cut < 10; cut += 1) {
      presence.closed('asha');
      vi.advanceTimersByTime(GRACE_MS - 1);
      presence.opened('asha');
    }
    vi.advanceTimersByTime(60_000);

    expect(presence.online()).toEqual(['asha']);
    expect(lists()).toEqual([['asha']]);
  });

  it('with many people within a second: one list for the first, one for all others', () => {
    const { presence, told } = watchPresence();
    const ids = Array.from({ length: 200 }, (_, index) => `person-${String(index).padStart(3, '0')}`);

    for (const id of ids) {
      presence.opened(id);
      vi.advanceTimersByTime(4);
    }
    vi.advanceTimersByTime(INTERVAL_MS);

    expect(told.map(({ online }) => online.length)).toEqual([1, 200]);
    expect(told[1]?.online).toEqual(ids);
    expect((told[1]?.at ?? 0) - (told[0]?.at ?? 0)).toBeGreaterThanOrEqual(INTERVAL_MS);
  });

  it('with somebody who comes and goes between two lists: the second is not sent', () => {
    const { presence, lists } = watchPresence();
    presence.opened('asha');
    vi.advanceTimersByTime(0);

    presence.opened('ravi');
    presence.closed('ravi');
    // The list of ravi's coming, and the one of his going, which is the last.
    vi.advanceTimersByTime(60_000);

    expect(lists()).toEqual([['asha'], ['asha', 'ravi'], ['asha']]);
  });

  it('with a wall clock that is set back by an hour: goes on telling', () => {
    const { presence, lists } = watchPresence();
    presence.opened('asha');
    vi.advanceTimersByTime(5_000);

    vi.setSystemTime(Date.now() - 3_600_000);
    presence.opened('ravi');
    vi.advanceTimersByTime(INTERVAL_MS);

    expect(lists()).toEqual([['asha'], ['asha', 'ravi']]);
  });

  it('with a close of somebody who has no socket: changes nothing', () => {
    const { presence, lists } = watchPresence();
    presence.opened('asha');
    presence.closed('asha');
    vi.advanceTimersByTime(GRACE_MS - 1_000);

    // Another close must not begin the grace anew.
    presence.closed('asha');
    presence.closed('nobody');
    vi.advanceTimersByTime(1_000);

    expect(presence.online()).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(lists()).toEqual([['asha'], []]);
  });

  it('when closed: leaves no timer and tells nothing any more', () => {
    const { presence, lists } = watchPresence();
    presence.opened('asha');
    presence.opened('ravi');
    vi.advanceTimersByTime(0);
    presence.closed('asha');
    presence.opened('meera');

    presence.close();
    presence.closed('ravi');
    presence.opened('devi');

    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(lists()).toEqual([['asha', 'ravi']]);
  });

  it('with any opens, closes and waits: online is the truth at every step, told seldom and to the end', () => {
    const person = fc.constantFrom('asha', 'ravi', 'மீனா', 'জয়া');
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('open' as const), person }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('close' as const), person }) },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('wait' as const),
          ms: fc.oneof(fc.nat(5_000), fc.constantFrom(0, 1, 999, 1_000, 2_999, 3_000, 3_001)),
        }),
      },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { presence, told } = watchPresence();
        const open = new Map<string, number>();
        const leftAt = new Map<string, number>();
        const truth = () =>
          [...new Set([...open.keys(), ...leftAt.keys()])]
            .filter((id) => {
              const left = leftAt.get(id);
              return (open.get(id) ?? 0) > 0 || (left !== undefined && performance.now() - left < GRACE_MS);
            })
            .sort();

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
          expect([...presence.online()].sort()).toEqual(truth());
        }
        vi.advanceTimersByTime(GRACE_MS + INTERVAL_MS);

        expect(told.at(-1)?.online ?? []).toEqual(truth());
        for (const [index, { at, online }] of told.entries()) {
          const before = told[index - 1];
          if (!before) continue;
          expect(at - before.at).toBeGreaterThanOrEqual(INTERVAL_MS);
          expect(online).not.toEqual(before.online);
        }
        presence.close();
      }),
      { numRuns: 300 },
    );
  });
});
