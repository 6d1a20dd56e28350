import type { Logger } from 'pino';
import { schedulePasses } from '../lib/schedule-passes.js';

/** Late enough not to slow the start, nor to run in a process that keeps restarting. */
const FIRST_DELAY_MS = 10 * 60 * 1000;
const INTERVAL_MS = 24 * 60 * 60 * 1000;

interface ScheduleOptions {
  /** Runs one pass; rejects when the database or the storage is unavailable. */
  sweep(now: Date): Promise<object>;
  logger: Logger;
}

/**
 * Runs a sweep 10 minutes after the start and then once a day: it removes and repairs what killed processes have left.
 *
 * @returns a handle that stops the schedule; a running pass finishes.
 */
export function scheduleSweep({ sweep, logger }: ScheduleOptions): { stop(): void } {
  return schedulePasses({
    run: async (now) => logger.info(await sweep(now), 'cleaned up after killed processes'),
    firstDelayMs: FIRST_DELAY_MS,
    intervalMs: INTERVAL_MS,
    failureMessage: 'failed to clean up after killed processes',
    logger,
  });
}
