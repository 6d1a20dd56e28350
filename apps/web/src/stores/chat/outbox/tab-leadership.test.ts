import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeLocks } from '../../../testing/fake-locks.ts';
import { acquireLeadership, type Leadership } from './tab-leadership.ts';

const tabs: Leadership[] = [];
const events: string[] = [];
function openTab(name: string): Leadership {
  const tab = acquireLeadership('outbox', {
    onAcquired: () => events.push(`${name} leads`),
    onLost: () => events.push(`${name} has lost the leadership`),
  });
  tabs.push(tab);
  return tab;
}

beforeEach(() => {
  vi.useFakeTimers();
  events.length = 0;
});

afterEach(() => {
  for (const tab of tabs.splice(0)) tab.release();
});

/** Waits long enough for a tab to take over a released leadership, but not until a lease expires. */
const waitForTakeover = () => vi.advanceTimersByTimeAsync(4_500);

describe.each([
  ['locks', () => vi.stubGlobal('navigator', { locks: createFakeLocks() })],
  ['a lease in localStorage', () => undefined],
])('acquireLeadership, with %s', (_mode, prepare) => {
  beforeEach(() => void prepare());

  it('two tabs: the first leads, and the second after it has stopped', async () => {
    const first = openTab('first');
    await waitForTakeover();
    openTab('second');
    await waitForTakeover();
    expect(events).toEqual(['first leads']);

    first.release();
    await waitForTakeover();

    expect(events).toEqual(['first leads', 'second leads']);
  });

  it.each([
    [
      'freezes',
      () => document.dispatchEvent(new Event('freeze')),
      () => document.dispatchEvent(new Event('resume')),
    ],
    [
      'puts into its back/forward cache',
      () => window.dispatchEvent(new Event('pagehide')),
      () => window.dispatchEvent(new Event('pageshow')),
    ],
  ])(
    'a leading tab that the browser %s: another tab leads, and the first waits for its turn when it resumes',
    async (_event, suspend, resume) => {
      openTab('first');
      await waitForTakeover();

      suspend();
      // Opened after the event, because all tabs of a test share one document.
      const second = openTab('second');
      await waitForTakeover();
      expect(events).toEqual(['first leads', 'first has lost the leadership', 'second leads']);
      resume();
      await waitForTakeover();
      expect(events).toHaveLength(3);
      second.release();
      await waitForTakeover();

      expect(events.slice(3)).toEqual(['first leads']);
    },
  );
});

it('acquireLeadership, with locks, taken over from a tab that does not respond: that tab waits for its turn', async () => {
  vi.stubGlobal('navigator', { locks: createFakeLocks() });
  openTab('first');
  const second = openTab('second');
  await waitForTakeover();

  second.takeOver();
  await waitForTakeover();
  expect(events).toEqual(['first leads', 'second leads', 'first has lost the leadership']);
  second.release();
  await waitForTakeover();

  expect(events.slice(3)).toEqual(['first leads']);
});

it('acquireLeadership, with a lease that expired while its tab was suspended: that tab waits for its turn', async () => {
  openTab('first');
  await waitForTakeover();
  localStorage.setItem('outbox', JSON.stringify({ id: 'second', until: Date.now() + 6_000 }));

  await vi.advanceTimersByTimeAsync(2_000);
  expect(events).toEqual(['first leads', 'first has lost the leadership']);
  localStorage.removeItem('outbox');
  await waitForTakeover();

  expect(events.slice(2)).toEqual(['first leads']);
});
