import type { Logger } from 'pino';
import type { RunJob } from '../lib/job-lease.js';
import { schedulePasses } from '../lib/schedule-passes.js';

const INTERVAL_MS = 60_000;
const JOB = { name: 'remove-deleted-stories', intervalMs: INTERVAL_MS, retryMs: INTERVAL_MS };

interface ScheduleOptions {
  /** Removes deleted stories that can no longer be restored. @returns their number. */
  removeExpired(now: Date): Promise<number>;
  runJob: RunJob;
  logger: Logger;
}

/**
 * Removes deleted stories for good, once a minute in one process.
 *
 * @returns a handle that stops the schedule; a running pass finishes.
 */
export function scheduleRemovals({ removeExpired, runJob, logger }: ScheduleOptions): { stop(): void } {
  return schedulePasses({
    async run(now) {
      const stories = await runJob(JOB, () => removeExpired(now));
      if (stories) logger.info({ stories }, 'Removed deleted stories');
    },
    firstDelayMs: INTERVAL_MS,
    intervalMs: INTERVAL_MS,
    failureMessage: 'Failed to remove deleted stories',
    logger,
  });
}
