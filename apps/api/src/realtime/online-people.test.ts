import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../test/silent-logger.js';
import { createOnlineUsers } from './online-people.js';
import type { VisibilityRules } from './presence-views.js';

const GRACE_MS = 3_000;
const INTERVAL_MS = 1_000;
const NO_RESTRICTIONS: VisibilityRules = { appearsOffline: false, blocked: new Set() };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Online people that note what is told, with a store of what each may see. */
function createRecorder() {
  const stored = new Map<string, VisibilityRules>();
  const updates: { at: number; list: string[]; delta: unknown; personal: string[] }[] = [];
  const shared: string[] = [];
  const read = vi.fn(async (_userIds: readonly string[]) => new Map(stored));
  const onlineUsers = createOnlineUsers({
    graceMs: GRACE_MS,
    intervalMs: INTERVAL_MS,
    read,
    tell: ({ general, personal }) =>
      updates.push({
        at: performance.now(),
        list: general?.list() ?? [],
        delta: general?.delta,
        personal: [...personal.keys()],
      }),
    onShared: (userId, isOnline) => shared.push(`${isOnline ? '+' : '-'}${userId}`),
    logger: silentLogger,
  });
  const open = async (userId: string) => onlineUsers.opened(userId, await onlineUsers.load(userId));
  return { onlineUsers, stored, updates, shared, read, open, lists: () => updates.map(({ list }) => list) };
}

describe('createOnlinePeople', () => {
  it('with many people within a second: one word for the first, one for all others', async () => {
    const { open, updates } = createRecorder();
    const ids = Array.from({ length: 200 }, (_, index) => `person-${String(index).padStart(3, '0')}`);

    for (const id of ids) {
      await open(id);
      vi.advanceTimersByTime(4);
    }
    vi.advanceTimersByTime(INTERVAL_MS);

    expect(updates.map(({ list }) => list.length)).toEqual([1, 200]);
    expect(updates[1]?.list).toEqual(ids);
    expect(updates[1]?.delta).toEqual({ online: ids.slice(1), offline: [] });
    expect((updates[1]?.at ?? 0) - (updates[0]?.at ?? 0)).toBeGreaterThanOrEqual(INTERVAL_MS);
  });

  it('with somebody who comes and goes: a word of the coming, and one when the grace is over', async () => {
    const { onlineUsers, open, lists } = createRecorder();
    await open('asha');
    vi.advanceTimersByTime(0);

    await open('ravi');
    onlineUsers.closed('ravi');
    vi.advanceTimersByTime(60_000);

    expect(lists()).toEqual([['asha'], ['asha', 'ravi'], ['asha']]);
  });

  it('with a wall clock that is set back by an hour: goes on telling', async () => {
    const { open, lists } = createRecorder();
    await open('asha');
    vi.advanceTimersByTime(5_000);

    vi.setSystemTime(Date.now() - 3_600_000);
    await open('ravi');
    vi.advanceTimersByTime(INTERVAL_MS);

    expect(lists()).toEqual([['asha'], ['asha', 'ravi']]);
  });

  it('with somebody who appears offline from the start: nobody is told of them', async () => {
    const { onlineUsers, stored, open, updates, shared } = createRecorder();
    stored.set('asha', { ...NO_RESTRICTIONS, appearsOffline: true });

    await open('asha');
    vi.advanceTimersByTime(INTERVAL_MS);

    expect(updates).toEqual([]);
    expect(shared).toEqual([]);
    expect(onlineUsers.listFor('asha')).toEqual(['asha']);
  });

  it('with a choice that changes: takes effect with the next word, and back', async () => {
    const { onlineUsers, stored, open, lists, shared } = createRecorder();
    await open('asha');
    await open('ravi');
    vi.advanceTimersByTime(INTERVAL_MS);

    stored.set('asha', { ...NO_RESTRICTIONS, appearsOffline: true });
    onlineUsers.refresh('asha');
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    stored.delete('asha');
    onlineUsers.refresh('asha');
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);

    expect(lists()).toEqual([['asha', 'ravi'], ['ravi'], ['ravi', 'asha']]);
    expect(shared).toEqual(['+asha', '+ravi', '-asha', '+asha']);
  });

  it('with a choice that changes while somebody is being let in: is not seen until it is read again', async () => {
    const { onlineUsers, stored, shared } = createRecorder();
    const ticket = await onlineUsers.load('asha');

    stored.set('asha', { ...NO_RESTRICTIONS, appearsOffline: true });
    onlineUsers.refresh('asha');
    onlineUsers.opened('asha', ticket);
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);

    expect(shared).toEqual([]);
    expect(onlineUsers.exceptionsOf('asha')?.appearsOffline).toBe(true);
  });

  it('with changes told while it reads: reads again, and once for many', async () => {
    const { onlineUsers, stored, open, read } = createRecorder();
    await open('asha');
    read.mockClear();

    stored.set('asha', { ...NO_RESTRICTIONS, appearsOffline: true });
    for (let n = 0; n < 10; n += 1) onlineUsers.refresh('asha');
    await vi.advanceTimersByTimeAsync(0);

    expect(read).toHaveBeenCalledTimes(2);
    expect(onlineUsers.exceptionsOf('asha')?.appearsOffline).toBe(true);
  });

  it('with a look-up that fails: tries again until it is known', async () => {
    const { onlineUsers, stored, open, read } = createRecorder();
    await open('asha');
    stored.set('asha', { ...NO_RESTRICTIONS, appearsOffline: true });
    read.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'));

    onlineUsers.refresh('asha');
    await vi.advanceTimersByTimeAsync(5_000);

    expect(onlineUsers.exceptionsOf('asha')?.appearsOffline).toBe(true);
  });

  it('with everybody to be read anew: asks once for all, and takes what changed', async () => {
    const { onlineUsers, stored, open, read, shared } = createRecorder();
    for (const id of ['asha', 'ravi', 'மீனா']) await open(id);
    read.mockClear();
    read.mockRejectedValueOnce(new Error('away'));

    stored.set('ravi', { ...NO_RESTRICTIONS, appearsOffline: true });
    onlineUsers.refreshAll();
    await vi.advanceTimersByTimeAsync(2_000);

    expect(read.mock.calls).toEqual(Array(2).fill([['asha', 'ravi', 'மீனா']]));
    expect(shared.slice(3)).toEqual(['-ravi']);
  });

  it('with people of other processes: is online as long as they are in one', async () => {
    const { onlineUsers, open, lists } = createRecorder();
    await open('asha');
    onlineUsers.others.replace('p2', ['asha', 'ravi']);
    onlineUsers.others.add('p3', 'ravi');
    vi.advanceTimersByTime(INTERVAL_MS);

    onlineUsers.closed('asha');
    onlineUsers.others.remove('p2', 'ravi');
    vi.advanceTimersByTime(10_000);
    const stillThere = onlineUsers.listFor('दर्शक');
    onlineUsers.others.drop('p2');
    onlineUsers.others.drop('p3');
    vi.advanceTimersByTime(INTERVAL_MS);

    expect(lists()[0]).toEqual(['asha', 'ravi']);
    expect(stillThere).toEqual(['asha', 'ravi', 'दर्शक']);
    expect(lists().at(-1)).toEqual([]);
  });

  it('when closed: leaves no timer and tells nothing any more', async () => {
    const { onlineUsers, open, lists } = createRecorder();
    await open('asha');
    await open('ravi');
    vi.advanceTimersByTime(0);
    onlineUsers.closed('asha');
    await open('meera');

    onlineUsers.close();
    onlineUsers.closed('ravi');
    await open('devi');

    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(lists()).toEqual([['asha', 'ravi']]);
  });
});
