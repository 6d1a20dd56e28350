import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { migrationWatch } from './migration-watch.js';
import { runMigrations } from './run-migrations.js';

const TRY_AGAIN_MS = 5_000;

/**
 * Runs the migrations while the product serves. What fails (the database goes away) is logged and tried again.
 *
 * @returns what ends it: at most one batch later, and nothing of it is lost.
 */
export function startMigrations(logger: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        return await runMigrations({ logger, signal, onProgress: migrationWatch.moved });
      } catch (error) {
        if (signal.aborted) return;
        migrationWatch.failed();
        logger.error({ err: error }, 'migrations: trying again');
        await delay(TRY_AGAIN_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
