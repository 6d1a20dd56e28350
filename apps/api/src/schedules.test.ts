import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from './config/logger.js';
import { startSchedules } from './schedules.js';

const MINUTE_S = 60;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * Starts the schedules with services that record the seconds at which they are called.
 *
 * @param removals - results of the removals of deleted stories; those that follow remove nothing.
 */
function start(removals: (() => Promise<number>)[], isDatabaseUp = true) {
  const lines: string[] = [];
  const startedAt = Date.now();
  const calls = {
    claimStorage: [] as number[],
    removeExpired: [] as number[],
    recountMonthLikes: [] as number[],
    publishDue: [] as number[],
    completePending: [] as number[],
  };
  const record =
    (name: keyof typeof calls, results: (() => Promise<number>)[] = []) =>
    async (now: Date) => {
      calls[name].push((now.getTime() - startedAt) / 1000);
      return (await results[calls[name].length - 1]?.()) ?? 0;
    };
  const schedules = startSchedules({
    services: {
      claimStorage: async () => void (await record('claimStorage')(new Date())),
      sweepMedia: vi.fn(),
      repairCounts: vi.fn(),
      pruneThreads: vi.fn(),
      recountMonthLikes: record('recountMonthLikes'),
      deletions: { removeExpired: record('removeExpired', removals) },
      publications: { publishDue: record('publishDue') },
      notifier: { completePending: record('completePending') },
    },
    runJob: (_job, run) => run(),
    isDatabaseUp: () => isDatabaseUp,
    logger: createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } }),
  });
  return { calls, lines, schedules };
}

const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

describe('startSchedules', () => {
  it('as time passes: runs each pass at its interval until stopped, and logs only removals and failures', async () => {
    const removals = [async () => 0, async () => 2, () => Promise.reject(new Error('down'))];
    const { calls, lines, schedules } = start(removals);

    await advance(4 * MINUTE_S);
    schedules.stop();
    await advance(4 * MINUTE_S);

    expect(calls).toEqual({
      claimStorage: [],
      removeExpired: [60, 120, 180, 240],
      recountMonthLikes: [10, 70, 130, 190],
      publishDue: Array.from({ length: 24 }, (_, index) => 1 + 10 * index),
      completePending: [5, 65, 125, 185],
    });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ stories: 2, msg: 'Removed deleted stories' }),
      expect.objectContaining({ msg: 'Failed to remove deleted stories' }),
    ]);
  });

  it('after five minutes, and again every five: checks the owner of the picture storage', async () => {
    const { calls, schedules } = start([]);

    await advance(11 * MINUTE_S);
    schedules.stop();

    expect(calls.claimStorage).toEqual([300, 600]);
  });

  it('while the database is unavailable: runs nothing and logs nothing', async () => {
    const { calls, lines, schedules } = start([], false);

    await advance(20 * MINUTE_S);
    schedules.stop();

    expect([Object.values(calls).flat(), lines]).toEqual([[], []]);
  });
});
