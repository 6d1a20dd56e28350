import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeLocks } from '../../../testing/fake-locks.ts';
import { type LeaderMessage, startLeader } from './leader.ts';
import { acquireLeadership } from './tab-leadership.ts';

const CHECK_MS = 2_500;

const stops: (() => void)[] = [];
function openTab({ hasPending = true } = {}) {
  const posted: LeaderMessage['kind'][] = [];
  const onAcquired = vi.fn();
  const leader = startLeader({
    name: 'outbox',
    hasPending: () => hasPending,
    post: ({ kind }) => posted.push(kind),
    onAcquired,
    onLost: () => undefined,
  });
  stops.push(leader.stop);
  return { leader, posted, onAcquired };
}

/** Opens a tab that leads and responds to no check. */
async function openSuspendedLeader(): Promise<void> {
  const tab = acquireLeadership('outbox', { onAcquired: () => undefined, onLost: () => undefined });
  stops.push(tab.release);
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { locks: createFakeLocks() });
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

describe('startLeader', () => {
  it('with a leader that responds to no check: takes over after two checks', async () => {
    await openSuspendedLeader();
    const { leader, posted } = openTab();

    await vi.advanceTimersByTimeAsync(2 * CHECK_MS);
    expect(posted).toEqual(['checkLeader', 'checkLeader']);
    expect(leader.isLeading()).toBe(false);
    await vi.advanceTimersByTimeAsync(CHECK_MS);

    expect(leader.isLeading()).toBe(true);
    expect(posted.slice(2)).toEqual(['leading']);
  });

  it('with a leader that responds: does not take over', async () => {
    await openSuspendedLeader();
    const { leader, posted } = openTab();

    for (let check = 1; check <= 4; check += 1) {
      await vi.advanceTimersByTimeAsync(CHECK_MS);
      leader.handle('leading');
    }

    expect(posted).toEqual(Array(4).fill('checkLeader'));
    expect(leader.isLeading()).toBe(false);
  });

  it('with nothing to send: does not check the leader', async () => {
    await openSuspendedLeader();
    const { posted } = openTab({ hasPending: false });

    await vi.advanceTimersByTimeAsync(4 * CHECK_MS);

    expect(posted).toEqual([]);
  });

  it('as the leader: responds to checks', async () => {
    const { leader, posted } = openTab();
    await vi.advanceTimersByTimeAsync(0);
    posted.length = 0;

    leader.handle('checkLeader');

    expect(posted).toEqual(['leading']);
  });

  it('without locks and storage: leads at once', () => {
    vi.stubGlobal('navigator', {});
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('No access', 'SecurityError');
    });

    const { leader, onAcquired } = openTab();

    expect(leader.isLeading()).toBe(true);
    expect(onAcquired).toHaveBeenCalledTimes(1);
  });
});
