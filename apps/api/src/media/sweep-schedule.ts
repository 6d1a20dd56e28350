import type { Logger } from 'pino';

/** Late enough that a start is not slowed, and that a process which restarts all the time sweeps nothing. */
const FIRST_DELAY_MS = 10 * 60 * 1000;
const INTERVAL_MS = 24 * 60 * 60 * 1000;

interface ScheduleOptions {
  /** One pass; rejects when the database or the storage is away. */
  sweep(now: Date): Promise<object>;
  logger: Logger;
}

/**
 * Sets right what killed processes left: 10 minutes after the start and then once a day, one pass at a time. A pass
 * that fails is logged; the next one does its work. Keeps no process alive.
 *
 * @returns what ends the schedule; a pass that runs ends by itself.
 */
export function scheduleSweep({ sweep, logger }: ScheduleOptions): { stop(): void } {
  let isRunning = false;
  let isStopped = false;
  let daily: NodeJS.Timeout | undefined;

  async function runPass(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      logger.info(await sweep(new Date()), 'what killed processes left is set right');
    } catch (error) {
      // A stop takes the database away under a running pass: nothing is wrong then.
      if (!isStopped) logger.error({ err: error }, 'what killed processes left could not be set right');
    } finally {
      isRunning = false;
    }
  }

  const first = setTimeout(() => {
    daily = setInterval(runPass, INTERVAL_MS).unref();
    void runPass();
  }, FIRST_DELAY_MS).unref();

  return {
    stop() {
      isStopped = true;
      clearTimeout(first);
      clearInterval(daily);
    },
  };
}
