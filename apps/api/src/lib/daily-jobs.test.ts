import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../config/logger.js';
import { scheduleDailyJobs } from './daily-jobs.js';
import type { RunJob } from './job-lease.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs jobs when they are due, as the leases in the database do for a single process. */
function createRunJob(): RunJob {
  const dueAt = new Map<string, number>();
  return async ({ name, intervalMs, retryMs }, run) => {
    if (Date.now() < (dueAt.get(name) ?? 0)) return null;
    const startedAt = Date.now();
    try {
      const result = await run();
      dueAt.set(name, startedAt + intervalMs);
      return result;
    } catch (error) {
      dueAt.set(name, Date.now() + retryMs);
      throw error;
    }
  };
}

/** Schedules a job for each function, named by its key, and records the log lines. */
function schedule(runs: Record<string, (now: Date) => Promise<object>>, runJob = createRunJob()) {
  const lines: string[] = [];
  const logger = createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } });
  const jobs = Object.entries(runs).map(([name, run]) => ({
    name,
    run,
    doneMessage: `${name} done`,
    failureMessage: `${name} failed`,
  }));
  const { stop } = scheduleDailyJobs({ jobs, runJob, logger });
  return { stop, logged: () => lines.map((line) => JSON.parse(line)) };
}

describe('scheduleDailyJobs', () => {
  it('as time passes: runs a job 10 minutes after the start and then once a day, and logs the result', async () => {
    const passes: number[] = [];
    const startedAt = Date.now();
    const { stop, logged } = schedule({
      async sweep(now) {
        passes.push(now.getTime() - startedAt);
        return { media: 1, blobs: 2, files: 3 };
      },
    });

    await vi.advanceTimersByTimeAsync(2 * DAY_MS + 10 * MINUTE_MS);
    stop();

    expect(passes).toEqual([10 * MINUTE_MS, DAY_MS + 10 * MINUTE_MS, 2 * DAY_MS + 10 * MINUTE_MS]);
    expect(logged()).toHaveLength(3);
    expect(logged()[0]).toMatchObject({ media: 1, blobs: 2, files: 3, msg: 'sweep done' });
  });

  it('while another process runs the job, or it is not due: tries again every 10 minutes, and logs nothing', async () => {
    const runJob = vi.fn(async () => null);
    const { stop, logged } = schedule({ sweep: async () => ({}) }, runJob);

    await vi.advanceTimersByTimeAsync(HOUR_MS);
    stop();

    expect(runJob).toHaveBeenCalledTimes(6);
    expect(logged()).toEqual([]);
  });

  it('with a job that takes more than a day: starts no second run', async () => {
    let running = 0;
    let maxRunning = 0;
    const runs = vi.fn(async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await new Promise((resolve) => setTimeout(resolve, 1.5 * DAY_MS));
      running -= 1;
      return {};
    });
    const { stop } = schedule({ sweep: runs });

    await vi.advanceTimersByTimeAsync(4 * DAY_MS);
    stop();

    expect(maxRunning).toBe(1);
    expect(runs).toHaveBeenCalledTimes(3);
  });

  it('with a failing job: logs the error, runs the job again after an hour, and runs the others as scheduled', async () => {
    const sweep = vi.fn(async () => ({})).mockRejectedValueOnce(new Error('The disk is unavailable'));
    const counts = vi.fn(async () => ({ counts: 1 }));
    const { stop, logged } = schedule({ sweep, counts });

    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(logged()).toMatchObject([
      { level: 50, err: { message: 'The disk is unavailable' }, msg: 'sweep failed' },
      { level: 30, counts: 1, msg: 'counts done' },
    ]);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    stop();

    expect(sweep).toHaveBeenCalledTimes(2);
    expect(logged().at(-1)).toMatchObject({ level: 30, msg: 'sweep done' });
    expect(counts).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['before the first run', MINUTE_MS, 0],
    ['between two runs', 20 * MINUTE_MS, 1],
  ])('when stopped %s: does not run a job again', async (_, after, expected) => {
    const sweep = vi.fn(async () => ({}));
    const { stop } = schedule({ sweep });
    await vi.advanceTimersByTimeAsync(after);

    stop();
    await vi.advanceTimersByTimeAsync(3 * DAY_MS);

    expect(sweep).toHaveBeenCalledTimes(expected);
  });

  it('when stopped during a run that then fails without the database: logs no error', async () => {
    const { stop, logged } = schedule({
      async sweep() {
        await new Promise((resolve) => setTimeout(resolve, MINUTE_MS));
        throw new Error('Client must be connected');
      },
    });
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);

    stop();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);

    expect(logged()).toEqual([]);
  });
});
