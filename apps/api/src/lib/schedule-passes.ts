import type { Logger } from 'pino';
import { isDatabaseUnavailableError } from './mongo-errors.js';

interface PassOptions {
  /** Runs one pass; rejects when the database or the storage is unavailable. */
  run(now: Date): Promise<void>;
  firstDelayMs: number;
  intervalMs: number;
  /** Logged with the error of a failed pass. */
  failureMessage: string;
  logger: Logger;
}

/**
 * Runs passes at an interval, one at a time. A failed pass is logged; the next one catches up. The timers do not keep
 * the process alive.
 *
 * @returns a handle that stops the schedule; a running pass finishes.
 */
export function schedulePasses({ run, firstDelayMs, intervalMs, failureMessage, logger }: PassOptions): {
  stop(): void;
} {
  let isRunning = false;
  let isStopped = false;
  let interval: NodeJS.Timeout | undefined;

  async function runPass(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      await run(new Date());
    } catch (error) {
      // A stop closes the database during a running pass, which is not an error.
      if (!isStopped) logger[isOutage(error) ? 'warn' : 'error']({ err: error }, failureMessage);
    } finally {
      isRunning = false;
    }
  }

  const first = setTimeout(() => {
    interval = setInterval(runPass, intervalMs).unref();
    void runPass();
  }, firstDelayMs).unref();

  return {
    stop() {
      isStopped = true;
      clearTimeout(first);
      clearInterval(interval);
    },
  };
}

/** Whether the database was unavailable: as in a request, that is not an error of this process. */
function isOutage(error: unknown): boolean {
  return error instanceof AggregateError ? error.errors.every(isOutage) : isDatabaseUnavailableError(error);
}
