import type { Logger } from 'pino';
import type { RunJob } from '../lib/job-lease.js';
import { schedulePasses } from '../lib/schedule-passes.js';

const INTERVAL_MS = 60_000;
const JOB = { name: 'recount-month-likes', intervalMs: INTERVAL_MS, retryMs: INTERVAL_MS };

interface ScheduleOptions {
  /** Recounts stories with likes that have become older than 30 days. @returns the number of stories. */
  recountMonthLikes(now: Date): Promise<number>;
  runJob: RunJob;
  logger: Logger;
}

/**
 * Schedules the recount of likes that have become older than 30 days: once a minute, in one process at a time.
 *
 * @returns a handle that stops the schedule; a running pass finishes.
 */
export function scheduleMonthLikes({ recountMonthLikes, runJob, logger }: ScheduleOptions): { stop(): void } {
  return schedulePasses({
    async run(now) {
      await runJob(JOB, () => recountMonthLikes(now));
    },
    firstDelayMs: 10_000,
    intervalMs: INTERVAL_MS,
    failureMessage: 'Failed to recount the likes of the last 30 days',
    logger,
  });
}
