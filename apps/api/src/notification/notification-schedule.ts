import type { Logger } from 'pino';
import { schedulePasses } from '../lib/schedule-passes.js';

const INTERVAL_MS = 60_000;

interface ScheduleOptions {
  /** Repeats interrupted notifications. @returns the number of records. */
  completePending(now: Date): Promise<number>;
  logger: Logger;
}

/**
 * Completes notifications that were interrupted, once a minute in every process.
 *
 * @returns a handle that stops the schedule; a running pass finishes.
 */
export function scheduleNotifications({ completePending, logger }: ScheduleOptions): { stop(): void } {
  return schedulePasses({
    async run(now) {
      const records = await completePending(now);
      if (records > 0) logger.info({ records }, 'Completed interrupted notifications');
    },
    firstDelayMs: 5_000,
    intervalMs: INTERVAL_MS,
    failureMessage: 'Failed to complete notifications',
    logger,
  });
}
