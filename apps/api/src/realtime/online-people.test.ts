import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../test/silent-logger.js';
import { createOnlinePeople } from './online-people.js';
import type { Exceptions } from './presence-views.js';

const GRACE_MS = 3_000;
const INTERVAL_MS = 1_000;
const NOTHING: Exceptions = { appearsOffline: false, blocked: new Set() };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Online people that note what is told, with a store of what each may see. */
function watchPeople() {
  const stored = new Map<string, Exceptions>();
  const told: { at: number; list: string[]; delta: unknown; personal: string[] }[] = [];
  const shared: string[] = [];
  const read = vi.fn(async (_userIds: readonly string[]) => new Map(stored));
  const people = createOnlinePeople({
    graceMs: GRACE_MS,
    intervalMs: INTERVAL_MS,
    read,
    tell: ({ general, personal }) =>
      told.push({
        at: performance.now(),
        list: general?.list() ?? [],
        delta: general?.delta,
        personal: [...personal.keys()],
      }),
    onShared: (userId, isOnline) => shared.push(`${isOnline ? '+' : '-'}${userId}`),
    logger: silentLogger,
  });
  const open = async (userId: string) => people.opened(userId, await people.ask(userId));
  return { people, stored, told, shared, read, open, lists: () => told.map(({ list }) => list) };
}

describe('createOnlinePeople', () => {
  it('with many people within a second: one word for the first, one for all others', async () => {
    const { open, told } = watchPeople();
    const ids = Array.from({ length: 200 }, (_, index) => `person-${String(index).padStart(3, '0')}`);

    for (const id of ids) {
      await open(id);
      vi.advanceTimersByTime(4);
    }
    vi.advanceTimersByTime(INTERVAL_MS);

    expect(told.map(({ list }) => list.length)).toEqual([1, 200]);
    expect(told[1]?.list).toEqual(ids);
    expect(told[1]?.delta).toEqual({ online: ids.slice(1), offline: [] });
    expect((told[1]?.at ?? 0) - (told[0]?.at ?? 0)).toBeGreaterThanOrEqual(INTERVAL_MS);
  });

  it('with somebody who comes and goes: a word of the coming, and one when the grace is over', async () => {
    const { people, open, lists } = watchPeople();
    await open('asha');
    vi.advanceTimersByTime(0);

    await open('ravi');
    people.closed('ravi');
    vi.advanceTimersByTime(60_000);

    expect(lists()).toEqual([['asha'], ['asha', 'ravi'], ['asha']]);
  });

  it('with a wall clock that is set back by an hour: goes on telling', async () => {
    const { open, lists } = watchPeople();
    await open('asha');
    vi.advanceTimersByTime(5_000);

    vi.setSystemTime(Date.now() - 3_600_000);
    await open('ravi');
    vi.advanceTimersByTime(INTERVAL_MS);

    expect(lists()).toEqual([['asha'], ['asha', 'ravi']]);
  });

  it('with somebody who appears offline from the start: nobody is told of them', async () => {
    const { people, stored, open, told, shared } = watchPeople();
    stored.set('asha', { ...NOTHING, appearsOffline: true });

    await open('asha');
    vi.advanceTimersByTime(INTERVAL_MS);

    expect(told).toEqual([]);
    expect(shared).toEqual([]);
    expect(people.listFor('asha')).toEqual(['asha']);
  });

  it('with a choice that changes: takes effect with the next word, and back', async () => {
    const { people, stored, open, lists, shared } = watchPeople();
    await open('asha');
    await open('ravi');
    vi.advanceTimersByTime(INTERVAL_MS);

    stored.set('asha', { ...NOTHING, appearsOffline: true });
    people.refresh('asha');
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    stored.delete('asha');
    people.refresh('asha');
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);

    expect(lists()).toEqual([['asha', 'ravi'], ['ravi'], ['ravi', 'asha']]);
    expect(shared).toEqual(['+asha', '+ravi', '-asha', '+asha']);
  });

  it('with a choice that changes while somebody is being let in: is not seen until it is read again', async () => {
    const { people, stored, shared } = watchPeople();
    const ticket = await people.ask('asha');

    stored.set('asha', { ...NOTHING, appearsOffline: true });
    people.refresh('asha');
    people.opened('asha', ticket);
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);

    expect(shared).toEqual([]);
    expect(people.exceptionsOf('asha')?.appearsOffline).toBe(true);
  });

  it('with changes told while it reads: reads again, and once for many', async () => {
    const { people, stored, open, read } = watchPeople();
    await open('asha');
    read.mockClear();

    stored.set('asha', { ...NOTHING, appearsOffline: true });
    for (let n = 0; n < 10; n += 1) people.refresh('asha');
    await vi.advanceTimersByTimeAsync(0);

    expect(read).toHaveBeenCalledTimes(2);
    expect(people.exceptionsOf('asha')?.appearsOffline).toBe(true);
  });

  it('with a look-up that fails: tries again until it is known', async () => {
    const { people, stored, open, read } = watchPeople();
    await open('asha');
    stored.set('asha', { ...NOTHING, appearsOffline: true });
    read.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'));

    people.refresh('asha');
    await vi.advanceTimersByTimeAsync(5_000);

    expect(people.exceptionsOf('asha')?.appearsOffline).toBe(true);
  });

  it('with everybody to be read anew: asks once for all, and takes what changed', async () => {
    const { people, stored, open, read, shared } = watchPeople();
    for (const id of ['asha', 'ravi', 'மீனா']) await open(id);
    read.mockClear();
    read.mockRejectedValueOnce(new Error('away'));

    stored.set('ravi', { ...NOTHING, appearsOffline: true });
    people.refreshAll();
    await vi.advanceTimersByTimeAsync(2_000);

    expect(read.mock.calls).toEqual(Array(2).fill([['asha', 'ravi', 'மீனா']]));
    expect(shared.slice(3)).toEqual(['-ravi']);
  });

  it('with people of other processes: is online as long as they are in one', async () => {
    const { people, open, lists } = watchPeople();
    await open('asha');
    people.others.replace('p2', ['asha', 'ravi']);
    people.others.add('p3', 'ravi');
    vi.advanceTimersByTime(INTERVAL_MS);

    people.closed('asha');
    people.others.remove('p2', 'ravi');
    vi.advanceTimersByTime(10_000);
    const stillThere = people.listFor('दर्शक');
    people.others.drop('p2');
    people.others.drop('p3');
    vi.advanceTimersByTime(INTERVAL_MS);

    expect(lists()[0]).toEqual(['asha', 'ravi']);
    expect(stillThere).toEqual(['asha', 'ravi', 'दर्शक']);
    expect(lists().at(-1)).toEqual([]);
  });

  it('when closed: leaves no timer and tells nothing any more', async () => {
    const { people, open, lists } = watchPeople();
    await open('asha');
    await open('ravi');
    vi.advanceTimersByTime(0);
    people.closed('asha');
    await open('meera');

    people.close();
    people.closed('ravi');
    await open('devi');

    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(lists()).toEqual([['asha', 'ravi']]);
  });
});
