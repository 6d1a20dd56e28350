import type { Migration } from '../src/migrations/migration.js';
import { runMigrations } from '../src/migrations/run-migrations.js';
import { silentLogger } from './silent-logger.js';

/** Runs a whole migration. @returns the number of changed documents. */
export async function runAllBatches(migration: Migration): Promise<number> {
  let changed = 0;
  for (let checkpoint: unknown = null; ; ) {
    const batch = await migration.runBatch(checkpoint);
    changed += batch.changed;
    if (batch.checkpoint === null) return changed;
    checkpoint = batch.checkpoint;
  }
}

/** Options of `runMigrations` with short pauses and without a log. */
export const FAST_MIGRATIONS = { logger: silentLogger, timing: { batchPauseMs: 1, pollIntervalMs: 10 } };

/** Runs migrations as a starting process does. */
export const runFast = (migrations: readonly Migration[], signal?: AbortSignal): Promise<void> =>
  runMigrations({ ...FAST_MIGRATIONS, migrations, ...(signal ? { signal } : {}) });
