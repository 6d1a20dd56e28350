import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../config/logger.js';
import { scheduleRemovals } from './removal-schedule.js';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('scheduleRemovals', () => {
  it('as time passes: runs once a minute, and logs only removals and failures', async () => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } });
    const results = [async () => 0, async () => 2, () => Promise.reject(new Error('down')), async () => 0];
    const passes: number[] = [];
    const startedAt = Date.now();
    const schedule = scheduleRemovals({
      logger,
      runJob: (_job, run) => run(),
      removeExpired(now) {
        passes.push(now.getTime() - startedAt);
        return results[passes.length - 1]?.() ?? Promise.resolve(0);
      },
    });

    await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
    schedule.stop();
    await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);

    expect(passes).toEqual([1, 2, 3, 4].map((minute) => minute * MINUTE_MS));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ stories: 2, msg: 'Removed deleted stories' }),
      expect.objectContaining({ msg: 'Failed to remove deleted stories' }),
    ]);
  });
});
