import { MIGRATIONS } from './all-migrations.js';

/** Progress of a migration. */
export interface MigrationProgress {
  state: 'pending' | 'running' | 'finished';
  /** Processed documents. */
  done: number;
  /** Documents in total: at least `done`, and equal to it when the migration has finished. */
  total: number;
}

/** Tracks the progress of the database's migrations, whichever process runs them. */
function createMigrationMonitor(names: readonly string[]) {
  const progress = new Map(
    names.map((name): [string, MigrationProgress] => [name, { state: 'pending', done: 0, total: 0 }]),
  );
  let failures = 0;
  return {
    progress: progress as ReadonlyMap<string, MigrationProgress>,
    /** Number of failed runs in this process; each is retried. */
    failures: () => failures,
    recordProgress(name: string, latest: MigrationProgress) {
      progress.set(name, latest);
    },
    recordFailure() {
      failures += 1;
    },
  };
}

export const migrationMonitor = createMigrationMonitor(MIGRATIONS.map(({ name }) => name));
