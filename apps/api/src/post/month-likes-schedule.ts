import type { Logger } from 'pino';
import { schedulePasses } from '../lib/schedule-passes.js';

const INTERVAL_MS = 60_000;

interface ScheduleOptions {
  /** Recounts stories with likes that have become older than 30 days. @returns the number of stories. */
  recountMonthLikes(now: Date): Promise<number>;
  logger: Logger;
}

/**
 * Updates the likes of the last 30 days, once a minute in every process.
 *
 * @returns a handle that stops the schedule; a running pass finishes.
 */
export function scheduleMonthLikes({ recountMonthLikes, logger }: ScheduleOptions): { stop(): void } {
  return schedulePasses({
    async run(now) {
      await recountMonthLikes(now);
    },
    firstDelayMs: 10_000,
    intervalMs: INTERVAL_MS,
    failureMessage: 'failed to update the likes of the last month',
    logger,
  });
}
