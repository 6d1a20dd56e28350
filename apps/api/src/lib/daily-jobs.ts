import type { Logger } from 'pino';
import type { RunJob } from './job-lease.js';
import { schedulePasses } from './schedule-passes.js';

/**
 * How often each process checks whether a job is due. The first check is late enough not to slow the start, nor to run
 * a job in a process that keeps restarting.
 */
const POLL_INTERVAL_MS = 10 * 60 * 1000;
const RETRY_MS = 60 * 60 * 1000;
const INTERVAL_MS = 24 * 60 * 60 * 1000;

interface DailyJob {
  name: string;
  /** Rejects when the database or the storage is unavailable. @returns what is logged. */
  run(now: Date): Promise<object>;
  doneMessage: string;
  failureMessage: string;
}

interface ScheduleOptions {
  jobs: readonly DailyJob[];
  runJob: RunJob;
  logger: Logger;
}

/**
 * Runs each job once a day, in one process at a time. The jobs remove and repair what killed processes have left. A job
 * that fails runs again after an hour.
 *
 * @returns a handle that stops the schedules; running jobs finish.
 */
export function scheduleDailyJobs({ jobs, runJob, logger }: ScheduleOptions): { stop(): void } {
  const schedules = jobs.map(({ name, run, doneMessage, failureMessage }) =>
    schedulePasses({
      async run(now) {
        const job = { name, intervalMs: INTERVAL_MS, retryMs: RETRY_MS };
        const result = await runJob(job, () => run(now));
        if (result !== null) logger.info(result, doneMessage);
      },
      firstDelayMs: POLL_INTERVAL_MS,
      intervalMs: POLL_INTERVAL_MS,
      failureMessage,
      logger,
    }),
  );
  return {
    stop() {
      for (const schedule of schedules) schedule.stop();
    },
  };
}
