import type { Logger } from 'pino';

/** Late enough not to slow the start, nor to run in a process that keeps restarting. */
const FIRST_DELAY_MS = 10 * 60 * 1000;
const INTERVAL_MS = 24 * 60 * 60 * 1000;

interface ScheduleOptions {
  /** Runs one pass; rejects when the database or the storage is unavailable. */
  sweep(now: Date): Promise<object>;
  logger: Logger;
}

/**
 * Runs a sweep 10 minutes after the start and then once a day, one pass at a time: it removes and repairs what killed
 * processes have left. A failed pass is logged; the next one catches up. The timers do not keep the process alive.
 *
 * @returns a handle that stops the schedule; a running pass finishes.
 */
export function scheduleSweep({ sweep, logger }: ScheduleOptions): { stop(): void } {
  let isRunning = false;
  let isStopped = false;
  let dailyTimer: NodeJS.Timeout | undefined;

  async function runPass(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      logger.info(await sweep(new Date()), 'cleaned up after killed processes');
    } catch (error) {
      // A stop closes the database during a running pass, which is not an error.
      if (!isStopped) logger.error({ err: error }, 'failed to clean up after killed processes');
    } finally {
      isRunning = false;
    }
  }

  const firstPassTimer = setTimeout(() => {
    dailyTimer = setInterval(runPass, INTERVAL_MS).unref();
    void runPass();
  }, FIRST_DELAY_MS).unref();

  return {
    stop() {
      isStopped = true;
      clearTimeout(firstPassTimer);
      clearInterval(dailyTimer);
    },
  };
}
