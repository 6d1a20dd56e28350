import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../config/logger.js';
import type { SweepResult } from './sweep-media.js';
import { scheduleSweep } from './sweep-schedule.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOTHING: SweepResult = { media: 0, blobs: 0, files: 0 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a logger that records its lines. */
function createTestLogger() {
  const lines: string[] = [];
  return {
    lines,
    logger: createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } }),
  };
}

describe('scheduleSweep', () => {
  it('as time passes: sweeps 10 minutes after the start and then once a day, and logs the result', async () => {
    const { lines, logger } = createTestLogger();
    const passes: number[] = [];
    const startedAt = Date.now();
    const schedule = scheduleSweep({
      logger,
      async sweep(now) {
        passes.push(now.getTime() - startedAt);
        return { media: 1, blobs: 2, files: 3 };
      },
    });

    await vi.advanceTimersByTimeAsync(2 * DAY_MS + 10 * MINUTE_MS);
    schedule.stop();

    expect(passes).toEqual([10 * MINUTE_MS, DAY_MS + 10 * MINUTE_MS, 2 * DAY_MS + 10 * MINUTE_MS]);
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ media: 1, blobs: 2, files: 3 });
  });

  it('with a pass that takes more than a day: starts no second pass', async () => {
    const { logger } = createTestLogger();
    let running = 0;
    let maxRunning = 0;
    let passes = 0;
    const schedule = scheduleSweep({
      logger,
      async sweep() {
        passes += 1;
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        await new Promise((resolve) => setTimeout(resolve, 1.5 * DAY_MS));
        running -= 1;
        return NOTHING;
      },
    });

    await vi.advanceTimersByTimeAsync(4 * DAY_MS + 10 * MINUTE_MS);
    schedule.stop();

    expect(maxRunning).toBe(1);
    expect(passes).toBe(3);
  });

  it('with a failing pass: logs it and sweeps again the next day', async () => {
    const { lines, logger } = createTestLogger();
    let passes = 0;
    const schedule = scheduleSweep({
      logger,
      async sweep() {
        passes += 1;
        if (passes === 1) throw new Error('The disk is unavailable');
        return NOTHING;
      },
    });

    await vi.advanceTimersByTimeAsync(DAY_MS + 10 * MINUTE_MS);
    schedule.stop();

    expect(passes).toBe(2);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 50,
      err: { message: 'The disk is unavailable' },
    });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ level: 30 });
  });

  it.each([
    ['before the first pass', MINUTE_MS, 0],
    ['between two passes', 20 * MINUTE_MS, 1],
  ])('when stopped %s: does not sweep again', async (_, after, expected) => {
    const { logger } = createTestLogger();
    let passes = 0;
    const schedule = scheduleSweep({
      logger,
      async sweep() {
        passes += 1;
        return NOTHING;
      },
    });
    await vi.advanceTimersByTimeAsync(after);

    schedule.stop();
    await vi.advanceTimersByTimeAsync(3 * DAY_MS);

    expect(passes).toBe(expected);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('when stopped during a pass that then fails without the database: logs no error', async () => {
    const { lines, logger } = createTestLogger();
    const schedule = scheduleSweep({
      logger,
      async sweep() {
        await new Promise((resolve) => setTimeout(resolve, MINUTE_MS));
        throw new Error('Client must be connected');
      },
    });
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);

    schedule.stop();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);

    expect(lines).toEqual([]);
  });
});
