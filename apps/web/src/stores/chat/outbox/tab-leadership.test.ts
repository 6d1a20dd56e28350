import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { acquireLeadership } from './tab-leadership.ts';

/** Works like `navigator.locks`: one holder at a time, others in the order of their requests. */
function createFakeLocks() {
  let queue: (() => void)[] = [];
  let isHeld = false;
  const next = () => {
    isHeld = false;
    queue.shift()?.();
  };
  return {
    async request(_name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void> | undefined) {
      if (isHeld) {
        await new Promise<void>((resolve, reject) => {
          queue.push(resolve);
          signal.addEventListener('abort', () => {
            queue = queue.filter((entry) => entry !== resolve);
            reject(signal.reason);
          });
        });
      }
      isHeld = true;
      await hold();
      next();
    },
  };
}

const stops: (() => void)[] = [];
const events: string[] = [];
function openTab(tab: string): () => void {
  const stop = acquireLeadership('outbox', {
    onAcquired: () => events.push(`${tab} leads`),
    onLost: () => events.push(`${tab} is suspended`),
  });
  stops.push(stop);
  return stop;
}

beforeEach(() => {
  vi.useFakeTimers();
  events.length = 0;
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Waits long enough for a tab to take over a released leadership, but not until a lease expires. */
const waitForTakeover = () => vi.advanceTimersByTimeAsync(4_500);

describe.each([
  ['locks', () => vi.stubGlobal('navigator', { locks: createFakeLocks() })],
  ['a lease in localStorage', () => undefined],
])('acquireLeadership, with %s', (_mode, prepare) => {
  beforeEach(() => void prepare());

  it('two tabs: the first leads, and the second after it has stopped', async () => {
    const stopFirst = openTab('first');
    await waitForTakeover();
    openTab('second');
    await waitForTakeover();
    expect(events).toEqual(['first leads']);

    stopFirst();
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
      const stopSecond = openTab('second');
      await waitForTakeover();
      expect(events).toEqual(['first leads', 'first is suspended', 'second leads']);
      resume();
      await waitForTakeover();
      expect(events).toHaveLength(3);
      stopSecond();
      await waitForTakeover();

      expect(events.slice(3)).toEqual(['first leads']);
    },
  );
});
