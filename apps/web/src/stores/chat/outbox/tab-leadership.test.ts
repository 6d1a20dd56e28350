import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { acquireLeadership } from './tab-leadership.ts';

/** As the browser's: one holder at a time, the others in the order in which they came. */
function fakeLocks() {
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
    onLost: () => events.push(`${tab} sleeps`),
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
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
});

/** Longer than the next tab waits for a lead that was given up, shorter than one that was not. */
const soon = () => vi.advanceTimersByTimeAsync(4_500);

describe.each([
  ['locks', () => vi.stubGlobal('navigator', { locks: fakeLocks() })],
  ['a lease in the storage', () => undefined],
])('the lead among tabs, by %s', (_mode, prepare) => {
  beforeEach(() => void prepare());

  it('two tabs: the first leads, the second when the first has stopped', async () => {
    const stopFirst = openTab('first');
    await soon();
    openTab('second');
    await soon();
    expect(events).toEqual(['first leads']);

    stopFirst();
    await soon();

    expect(events).toEqual(['first leads', 'second leads']);
  });

  it.each([
    [
      'freezes',
      () => document.dispatchEvent(new Event('freeze')),
      () => document.dispatchEvent(new Event('resume')),
    ],
    [
      'keeps for its Back button',
      () => window.dispatchEvent(new Event('pagehide')),
      () => window.dispatchEvent(new Event('pageshow')),
    ],
  ])(
    'the leading tab, which the browser %s: another one leads, and it waits its turn when it wakes',
    async (_event, suspend, resume) => {
      openTab('first');
      await soon();

      suspend();
      // Opened only now, since all tabs of a test have one document.
      const stopSecond = openTab('second');
      await soon();
      expect(events).toEqual(['first leads', 'first sleeps', 'second leads']);
      resume();
      await soon();
      expect(events).toHaveLength(3);
      stopSecond();
      await soon();

      expect(events.slice(3)).toEqual(['first leads']);
    },
  );
});
