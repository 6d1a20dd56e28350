import { MIGRATIONS } from './all-migrations.js';

/** How far a migration is. */
export interface MigrationProgress {
  state: 'not begun' | 'under way' | 'through';
  /** Documents looked at. */
  done: number;
  /** Documents there are to look at: never fewer than `done`, and as many when it is through. */
  of: number;
}

/** What this process knows of the migrations of its database, whoever works on them. */
function createMigrationMonitor(names: readonly string[]) {
  const progress = new Map(
    names.map((name): [string, MigrationProgress] => [name, { state: 'not begun', done: 0, of: 0 }]),
  );
  let failures = 0;
  return {
    progress: progress as ReadonlyMap<string, MigrationProgress>,
    /** How often a run of this process has failed; each is tried again. */
    failures: () => failures,
    recordProgress(name: string, now: MigrationProgress) {
      progress.set(name, now);
    },
    recordFailure() {
      failures += 1;
    },
  };
}

export const migrationMonitor = createMigrationMonitor(MIGRATIONS.map(({ name }) => name));
