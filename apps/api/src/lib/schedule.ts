import type { Logger } from 'pino';
import type { Job, RunJob } from './job-lease.js';
import { isDatabaseUnavailableError } from './mongo-errors.js';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Something that each process does at an interval, without a request. */
export interface Schedule {
  /** Runs one pass; rejects without the database or the storage. @returns what is logged; null for nothing. */
  run(now: Date): Promise<object | null>;
  firstDelayMs: number;
  intervalMs: number;
  /** At the interval, each process checks whether this job is due, and one of them runs it. Without it, all run. */
  job?: Job;
  /** Logged with what `run` returns. */
  doneMessage?: string;
  /** Logged with the error of a failed pass. */
  failureMessage: string;
}

/**
 * A job that runs once a day, and after an hour if it failed. The first check is late enough not to slow the start, nor
 * to run a job in a process that keeps restarting.
 */
export const dailyJob = (name: string) => ({
  firstDelayMs: 10 * MINUTE_MS,
  intervalMs: 10 * MINUTE_MS,
  job: { name, intervalMs: DAY_MS, retryMs: HOUR_MS },
});

/** A job that runs every minute, from a first delay of its own. */
export const minuteJob = (name: string) => ({
  intervalMs: MINUTE_MS,
  job: { name, intervalMs: MINUTE_MS, retryMs: MINUTE_MS },
});

export interface ScheduleDeps {
  runJob: RunJob;
  isDatabaseUp(): boolean;
  logger: Logger;
}

/**
 * Runs passes at an interval, one at a time, and skips them while the database is unavailable. A failed pass is logged;
 * the next one catches up. The timers do not keep the process alive.
 *
 * @returns a handle that stops the schedule; a running pass finishes.
 */
export function startSchedule(
  { run, firstDelayMs, intervalMs, job, doneMessage, failureMessage }: Schedule,
  { runJob, isDatabaseUp, logger }: ScheduleDeps,
): { stop(): void } {
  let isRunning = false;
  let isStopped = false;
  let interval: NodeJS.Timeout | undefined;

  async function runPass(): Promise<void> {
    if (isRunning || !isDatabaseUp()) return;
    isRunning = true;
    const now = new Date();
    try {
      const result = await (job ? runJob(job, () => run(now)) : run(now));
      if (result !== null) logger.info(result, doneMessage);
    } catch (error) {
      // A stop closes the database during a running pass, which is not an error.
      if (!isStopped) logger[isOutage(error) ? 'warn' : 'error']({ err: error }, failureMessage);
    } finally {
      isRunning = false;
    }
  }

  const first = setTimeout(() => {
    interval = setInterval(runPass, intervalMs).unref();
    void runPass();
  }, firstDelayMs).unref();

  return {
    stop() {
      isStopped = true;
      clearTimeout(first);
      clearInterval(interval);
    },
  };
}

/** Whether the database was unavailable: as in a request, that is not an error of this process. */
function isOutage(error: unknown): boolean {
  return error instanceof AggregateError ? error.errors.every(isOutage) : isDatabaseUnavailableError(error);
}
