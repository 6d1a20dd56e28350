import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { migrationMonitor } from './migration-monitor.js';
import { runMigrations } from './run-migrations.js';

const RETRY_DELAY_MS = 5_000;

/**
 * Runs the migrations while the product serves requests. Failures, for example of the database, are logged and
 * retried.
 *
 * @returns a handle that stops after the current batch at the latest, without losing progress.
 */
export function startMigrations(logger: Logger): { stop(): Promise<void> } {
  const abortController = new AbortController();
  const { signal } = abortController;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        return await runMigrations({ logger, signal, onProgress: migrationMonitor.recordProgress });
      } catch (error) {
        if (signal.aborted) return;
        migrationMonitor.recordFailure();
        logger.error({ err: error }, 'migrations failed, retrying');
        await delay(RETRY_DELAY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  const running = run();
  return {
    async stop() {
      abortController.abort();
      await running;
    },
  };
}
