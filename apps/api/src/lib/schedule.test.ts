import type { Logger } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../config/logger.js';
import type { RunJob } from './job-lease.js';
import { dailyJob, startSchedule } from './schedule.js';

const FIRST_DELAY_MS = 1_000;
const INTERVAL_MS = 10_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts a schedule that runs in every process. */
function schedule(run: (now: Date) => Promise<object | null>) {
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const { stop } = startSchedule(
    {
      run,
      firstDelayMs: FIRST_DELAY_MS,
      intervalMs: INTERVAL_MS,
      doneMessage: 'done',
      failureMessage: 'failed',
    },
    {
      runJob: () => Promise.reject(new Error('not a job')),
      isDatabaseUp: () => true,
      logger: logger as unknown as Logger,
    },
  );
  return { logger, stop };
}

const networkError = () => Object.assign(new Error('connection closed'), { name: 'MongoNetworkError' });

describe('startSchedule', () => {
  it('runs after the first delay, then at each interval with the time, until it is stopped', async () => {
    const run = vi.fn(async (_now: Date) => null);
    const { stop } = schedule(run);

    await vi.advanceTimersByTimeAsync(FIRST_DELAY_MS - 1);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1 + 2 * INTERVAL_MS);
    stop();
    await vi.advanceTimersByTimeAsync(5 * INTERVAL_MS);

    expect(run).toHaveBeenCalledTimes(3);
    const [now] = run.mock.lastCall ?? [];
    expect(now).toEqual(new Date(Date.now() - 5 * INTERVAL_MS));
  });

  it('while a pass is running: starts no other', async () => {
    const passes: (() => void)[] = [];
    const run = vi.fn(() => new Promise<null>((resolve) => passes.push(() => resolve(null))));
    const { stop } = schedule(run);

    await vi.advanceTimersByTimeAsync(FIRST_DELAY_MS + 3 * INTERVAL_MS);
    expect(run).toHaveBeenCalledTimes(1);
    passes[0]?.();
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    stop();

    expect(run).toHaveBeenCalledTimes(2);
  });

  it('with a failed pass: logs an error and continues', async () => {
    const error = new Error('boom');
    const run = vi.fn().mockRejectedValueOnce(error).mockResolvedValue(null);
    const { logger, stop } = schedule(run);

    await vi.advanceTimersByTimeAsync(FIRST_DELAY_MS + INTERVAL_MS);
    stop();

    expect(logger.error.mock.calls).toEqual([[{ err: error }, 'failed']]);
    expect(logger.warn).not.toHaveBeenCalled();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['one operation', networkError()],
    ['each operation', new AggregateError([networkError(), networkError()])],
  ])('without the database for %s: warns', async (_name, error) => {
    const { logger, stop } = schedule(() => Promise.reject(error));

    await vi.advanceTimersByTimeAsync(FIRST_DELAY_MS);
    stop();

    expect(logger.warn.mock.calls).toEqual([[{ err: error }, 'failed']]);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it('with another failure besides that of the database: logs an error', async () => {
    const { logger, stop } = schedule(() =>
      Promise.reject(new AggregateError([networkError(), new Error('boom')])),
    );

    await vi.advanceTimersByTimeAsync(FIRST_DELAY_MS);
    stop();

    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it('stopped during a pass that then fails: logs nothing', async () => {
    const { logger, stop } = schedule(async () => {
      stop();
      throw new Error('closed');
    });

    await vi.advanceTimersByTimeAsync(FIRST_DELAY_MS);

    expect(logger.error).not.toHaveBeenCalled();
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it('with a result: logs it, unless it is null', async () => {
    const run = vi.fn(async (): Promise<object | null> => null).mockResolvedValueOnce({ stories: 2 });
    const { logger, stop } = schedule(run);

    await vi.advanceTimersByTimeAsync(FIRST_DELAY_MS + INTERVAL_MS);
    stop();

    expect(run).toHaveBeenCalledTimes(2);
    expect(logger.info.mock.calls).toEqual([[{ stories: 2 }, 'done']]);
  });
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

/** Schedules a daily job for each function, named by its key, and records the log lines. */
function scheduleDaily(runs: Record<string, (now: Date) => Promise<object>>, runJob = createRunJob()) {
  const lines: string[] = [];
  const logger = createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } });
  const schedules = Object.entries(runs).map(([name, run]) =>
    startSchedule(
      { run, ...dailyJob(name), doneMessage: `${name} done`, failureMessage: `${name} failed` },
      { runJob, isDatabaseUp: () => true, logger },
    ),
  );
  return {
    stop() {
      for (const { stop } of schedules) stop();
    },
    logged: () => lines.map((line) => JSON.parse(line)),
  };
}

describe('startSchedule with a daily job', () => {
  it('as time passes: runs a job 10 minutes after the start and then once a day, and logs the result', async () => {
    const passes: number[] = [];
    const startedAt = Date.now();
    const { stop, logged } = scheduleDaily({
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
    const { stop, logged } = scheduleDaily({ sweep: async () => ({}) }, runJob);

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
    const { stop } = scheduleDaily({ sweep: runs });

    await vi.advanceTimersByTimeAsync(4 * DAY_MS);
    stop();

    expect(maxRunning).toBe(1);
    expect(runs).toHaveBeenCalledTimes(3);
  });

  it('with a failing job: logs the error, runs the job again after an hour, and runs the others as scheduled', async () => {
    const sweep = vi.fn(async () => ({})).mockRejectedValueOnce(new Error('The disk is unavailable'));
    const counts = vi.fn(async () => ({ counts: 1 }));
    const { stop, logged } = scheduleDaily({ sweep, counts });

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
    const { stop } = scheduleDaily({ sweep });
    await vi.advanceTimersByTimeAsync(after);

    stop();
    await vi.advanceTimersByTimeAsync(3 * DAY_MS);

    expect(sweep).toHaveBeenCalledTimes(expected);
  });

  it('when stopped during a run that then fails without the database: logs no error', async () => {
    const { stop, logged } = scheduleDaily({
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
