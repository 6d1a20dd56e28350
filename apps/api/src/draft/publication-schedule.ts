import type { Logger } from 'pino';
import { schedulePasses } from '../lib/schedule-passes.js';

/** A story appears at most this late, plus the duration of one pass, which publishes all due drafts. */
const INTERVAL_MS = 10_000;

interface ScheduleOptions {
  /** Publishes the drafts whose time has come. @returns the number of new stories. */
  publishDue(now: Date): Promise<number>;
  logger: Logger;
}

/**
 * Publishes scheduled drafts, every ten seconds in every process.
 *
 * @returns a handle that stops the schedule; a running pass finishes.
 */
export function schedulePublications({ publishDue, logger }: ScheduleOptions): { stop(): void } {
  return schedulePasses({
    async run(now) {
      const stories = await publishDue(now);
      if (stories > 0) logger.info({ stories }, 'Published scheduled drafts');
    },
    firstDelayMs: 1_000,
    intervalMs: INTERVAL_MS,
    failureMessage: 'Failed to publish scheduled drafts',
    logger,
  });
}
