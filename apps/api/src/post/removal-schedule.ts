import type { Logger } from 'pino';
import { schedulePasses } from '../lib/schedule-passes.js';

const INTERVAL_MS = 60_000;

interface ScheduleOptions {
  /** Removes deleted stories that can no longer be restored. @returns their number. */
  removeExpired(now: Date): Promise<number>;
  logger: Logger;
}

/**
 * Removes deleted stories for good, once a minute in every process.
 *
 * @returns a handle that stops the schedule; a running pass finishes.
 */
export function scheduleRemovals({ removeExpired, logger }: ScheduleOptions): { stop(): void } {
  return schedulePasses({
    async run(now) {
      const stories = await removeExpired(now);
      if (stories > 0) logger.info({ stories }, 'removed deleted stories');
    },
    firstDelayMs: INTERVAL_MS,
    intervalMs: INTERVAL_MS,
    failureMessage: 'failed to remove deleted stories',
    logger,
  });
}
