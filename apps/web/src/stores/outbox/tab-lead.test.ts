import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeLead } from './tab-lead.ts';

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
            queue = queue.filter((one) => one !== resolve);
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
const said: string[] = [];
function openTab(tab: string): () => void {
  const stop = takeLead('outbox', {
    onLead: () => said.push(`${tab} leads`),
    onLose: () => said.push(`${tab} sleeps`),
  });
  stops.push(stop);
  return stop;
}

beforeEach(() => {
  vi.useFakeTimers();
  said.length = 0;
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
])('the lead among tabs, by %s', (_way, prepare) => {
  beforeEach(() => void prepare());

  it('two tabs: the first leads, the second when the first has stopped', async () => {
    const stopFirst = openTab('first');
    await soon();
    openTab('second');
    await soon();
    expect(said).toEqual(['first leads']);

    stopFirst();
    await soon();

    expect(said).toEqual(['first leads', 'second leads']);
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
    async (_how, sleep, wake) => {
      openTab('first');
      await soon();

      sleep();
      // Opened only now, since all tabs of a test have one document.
      const stopSecond = openTab('second');
      await soon();
      expect(said).toEqual(['first leads', 'first sleeps', 'second leads']);
      wake();
      await soon();
      expect(said).toHaveLength(3);
      stopSecond();
      await soon();

      expect(said.slice(3)).toEqual(['first leads']);
    },
  );
});
