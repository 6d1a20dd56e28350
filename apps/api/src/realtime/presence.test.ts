import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../test/silent-logger.js';
import type { VisibilityRules } from './local-users.js';
import { createPresence } from './presence.js';

const GRACE_MS = 3_000;
const INTERVAL_MS = 1_000;
const NO_RESTRICTIONS: VisibilityRules = { appearsOffline: false, blocked: new Set() };
const HIDDEN: VisibilityRules = { ...NO_RESTRICTIONS, appearsOffline: true };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a presence that records its updates, with stored rules and users of other processes. */
function createRecorder() {
  const stored = new Map<string, VisibilityRules>();
  const remote = new Map<string, string[]>();
  const updates: { at: number; list: string[]; delta: unknown; personal: string[] }[] = [];
  const readRules = vi.fn(async (_userIds: readonly string[]) => new Map(stored));
  const presence = createPresence({
    graceMs: GRACE_MS,
    intervalMs: INTERVAL_MS,
    readRules,
    remoteUserIds: () => [...remote.values()].flat(),
    send: ({ general, personal }) =>
      updates.push({
        at: performance.now(),
        list: general?.list() ?? [],
        delta: general?.delta,
        personal: [...personal.keys()],
      }),
    logger: silentLogger,
  });
  const connect = async (userId: string) => presence.connect(userId, await presence.loadRules(userId));
  return {
    presence,
    stored,
    remote,
    updates,
    readRules,
    connect,
    lists: () => updates.map(({ list }) => list),
  };
}

describe('createPresence', () => {
  it('with many users within a second: sends one update for the first, one for all others', async () => {
    const { connect, updates } = createRecorder();
    const ids = Array.from({ length: 200 }, (_, index) => `user-${String(index).padStart(3, '0')}`);

    for (const id of ids) {
      await connect(id);
      vi.advanceTimersByTime(4);
    }
    vi.advanceTimersByTime(INTERVAL_MS);

    expect(updates.map(({ list }) => list.length)).toEqual([1, 200]);
    expect(updates[1]?.list).toEqual(ids);
    expect(updates[1]?.delta).toEqual({ online: ids.slice(1), offline: [] });
    expect((updates[1]?.at ?? 0) - (updates[0]?.at ?? 0)).toBeGreaterThanOrEqual(INTERVAL_MS);
  });

  it('with a user who connects and disconnects: sends an update for each, the second after the grace period', async () => {
    const { presence, connect, lists } = createRecorder();
    await connect('asha');
    vi.advanceTimersByTime(0);

    await connect('ravi');
    presence.disconnect('ravi');
    vi.advanceTimersByTime(60_000);

    expect(lists()).toEqual([['asha'], ['asha', 'ravi'], ['asha']]);
  });

  it('with a wall clock that is set back by an hour: keeps sending updates', async () => {
    const { connect, lists } = createRecorder();
    await connect('asha');
    vi.advanceTimersByTime(5_000);

    vi.setSystemTime(Date.now() - 3_600_000);
    await connect('ravi');
    vi.advanceTimersByTime(INTERVAL_MS);

    expect(lists()).toEqual([['asha'], ['asha', 'ravi']]);
  });

  it('with a user who appears offline from the start: shows them to nobody but themselves', async () => {
    const { presence, stored, connect, updates } = createRecorder();
    stored.set('asha', HIDDEN);

    await connect('asha');
    vi.advanceTimersByTime(INTERVAL_MS);

    expect(updates).toEqual([]);
    expect(presence.visibleIds()).toEqual([]);
    expect(presence.listFor('asha')).toEqual(['asha']);
  });

  it('with a user who starts and stops appearing offline: takes effect with the next update', async () => {
    const { presence, stored, connect, lists } = createRecorder();
    await connect('asha');
    await connect('ravi');
    vi.advanceTimersByTime(INTERVAL_MS);
    const visible = [presence.visibleIds()];

    stored.set('asha', HIDDEN);
    presence.refreshRules('asha');
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    visible.push(presence.visibleIds());
    stored.delete('asha');
    presence.refreshRules('asha');
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    visible.push(presence.visibleIds());

    expect(lists()).toEqual([['asha', 'ravi'], ['ravi'], ['ravi', 'asha']]);
    expect(visible).toEqual([['asha', 'ravi'], ['ravi'], ['asha', 'ravi']]);
  });

  it('with rules that change during the handshake: hides the user until the rules are read again', async () => {
    const { presence, stored, connect, updates } = createRecorder();
    const loaded = await presence.loadRules('asha');

    stored.set('asha', HIDDEN);
    presence.refreshRules('asha');
    presence.connect('asha', loaded);
    const visible = presence.visibleIds();
    const confirmed = presence.getConfirmedRules('asha');
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);

    expect([visible, presence.visibleIds()]).toEqual([[], []]);
    expect(confirmed).toBeNull();
    expect(updates).toEqual([]);
    expect(presence.getConfirmedRules('asha')?.appearsOffline).toBe(true);
    // The rules have not changed since, so the next connection shows the user at once.
    await connect('ravi');
    expect(presence.visibleIds()).toEqual(['ravi']);
  });

  it('with all rules refreshed during the handshake: hides the user until the rules are read again', async () => {
    const { presence, stored, connect } = createRecorder();
    await connect('ravi');
    const loaded = await presence.loadRules('asha');

    stored.set('asha', HIDDEN);
    presence.refreshAllRules();
    presence.connect('asha', loaded);
    const visible = presence.visibleIds();
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);

    expect([visible, presence.visibleIds()]).toEqual([['ravi'], ['ravi']]);
  });

  it('with several changes during a read: reads again once', async () => {
    const { presence, stored, connect, readRules } = createRecorder();
    await connect('asha');
    readRules.mockClear();

    stored.set('asha', HIDDEN);
    for (let n = 0; n < 10; n += 1) presence.refreshRules('asha');
    const duringRead = presence.getConfirmedRules('asha');
    await vi.advanceTimersByTimeAsync(0);

    expect(duringRead).toBeNull();
    expect(readRules).toHaveBeenCalledTimes(2);
    expect(presence.getConfirmedRules('asha')?.appearsOffline).toBe(true);
  });

  it('with failing reads: retries until one succeeds', async () => {
    const { presence, stored, connect, readRules } = createRecorder();
    await connect('asha');
    stored.set('asha', HIDDEN);
    readRules.mockRejectedValueOnce(new Error('unavailable')).mockRejectedValueOnce(new Error('unavailable'));

    presence.refreshRules('asha');
    await vi.advanceTimersByTimeAsync(5_000);

    expect(presence.getConfirmedRules('asha')?.appearsOffline).toBe(true);
  });

  it('when all rules are refreshed: sends one query for all users, and applies what changed', async () => {
    const { presence, stored, connect, readRules } = createRecorder();
    for (const id of ['asha', 'ravi', 'மீனா']) await connect(id);
    readRules.mockClear();
    readRules.mockRejectedValueOnce(new Error('unavailable'));

    stored.set('ravi', HIDDEN);
    presence.refreshAllRules();
    await vi.advanceTimersByTimeAsync(2_000);

    expect(readRules.mock.calls).toEqual(Array(2).fill([['asha', 'ravi', 'மீனா']]));
    expect(presence.visibleIds()).toEqual(['asha', 'மீனா']);
  });

  it('with all rules refreshed while single ones change: applies the result to the other users', async () => {
    const { presence, stored, connect, readRules } = createRecorder();
    for (const id of ['asha', 'ravi']) await connect(id);
    readRules.mockClear();
    readRules.mockImplementationOnce(async () => {
      const found = new Map(stored);
      stored.delete('ravi');
      for (const id of ['ravi', 'stranger']) presence.refreshRules(id);
      await new Promise((resolve) => setTimeout(resolve, 400));
      return found;
    });

    stored.set('asha', HIDDEN).set('ravi', HIDDEN);
    presence.refreshAllRules();
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);

    expect(readRules.mock.calls).toEqual([[['asha', 'ravi']], [['ravi']]]);
    expect(presence.visibleIds()).toEqual(['ravi']);
  });

  it('with all rules refreshed twice, and the second result first: does not apply the first', async () => {
    const { presence, stored, connect, readRules } = createRecorder();
    await connect('asha');
    readRules.mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return new Map();
    });

    presence.refreshAllRules();
    stored.set('asha', HIDDEN);
    presence.refreshAllRules();
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);

    expect(presence.visibleIds()).toEqual([]);
  });

  it('with users of other processes: shows a user as long as any process has them', async () => {
    const { presence, remote, connect, lists } = createRecorder();
    await connect('asha');
    remote.set('p2', ['asha', 'ravi']).set('p3', ['ravi']);
    presence.scheduleUpdate();
    vi.advanceTimersByTime(INTERVAL_MS);

    presence.disconnect('asha');
    remote.set('p2', ['asha']);
    presence.scheduleUpdate();
    vi.advanceTimersByTime(10_000);
    const stillOnline = presence.listFor('दर्शक');
    remote.clear();
    presence.scheduleUpdate();
    vi.advanceTimersByTime(INTERVAL_MS);

    expect(lists()[0]).toEqual(['asha', 'ravi']);
    expect(stillOnline).toEqual(['asha', 'ravi', 'दर्शक']);
    expect(lists().at(-1)).toEqual([]);
  });

  it('when closed: sends nothing more', async () => {
    const { presence, connect, lists } = createRecorder();
    await connect('asha');
    await connect('ravi');
    vi.advanceTimersByTime(0);
    presence.disconnect('asha');
    await connect('meera');

    presence.close();
    presence.disconnect('ravi');
    presence.scheduleUpdate();
    await connect('devi');

    vi.advanceTimersByTime(60_000);
    expect(lists()).toEqual([['asha', 'ravi']]);
  });
});
