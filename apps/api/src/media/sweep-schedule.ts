import type { Logger } from 'pino';
import type { SweepResult } from './sweep-media.js';

/** Late enough that a start is not slowed, and that a process which restarts all the time sweeps nothing. */
const FIRST_AFTER_MS = 10 * 60 * 1000;
const EVERY_MS = 24 * 60 * 60 * 1000;

interface ScheduleOptions {
  /** One pass; rejects when the database or the storage is away. */
  sweep(now: Date): Promise<SweepResult>;
  logger: Logger;
}

/**
 * Clears away pictures without a record: 10 minutes after the start and then once a day, one pass at a time. A pass
 * that fails is logged; the next one does its work. Keeps no process alive.
 *
 * @returns what ends the schedule; a pass that runs ends by itself.
 */
export function scheduleSweep({ sweep, logger }: ScheduleOptions): { stop(): void } {
  let isRunning = false;
  let isStopped = false;
  let daily: NodeJS.Timeout | undefined;

  async function pass(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      logger.info(await sweep(new Date()), 'pictures without a record are cleared away');
    } catch (error) {
      // A stop takes the database away under a running pass: nothing is wrong then.
      if (!isStopped) logger.error({ err: error }, 'pictures without a record could not be cleared away');
    } finally {
      isRunning = false;
    }
  }

  const first = setTimeout(() => {
    daily = setInterval(pass, EVERY_MS).unref();
    void pass();
  }, FIRST_AFTER_MS).unref();

  return {
    stop() {
      isStopped = true;
      clearTimeout(first);
      clearInterval(daily);
    },
  };
}
