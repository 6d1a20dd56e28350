import { Counter, Gauge, type Registry } from 'prom-client';
import { type MigrationProgress, migrationMonitor } from '../migrations/migration-monitor.js';

/** As figures: what is not there to look at must not look as if it were through. */
const STATE_VALUES: Readonly<Record<MigrationProgress['state'], number>> = {
  'not begun': 0,
  'under way': 1,
  through: 2,
};

/** How far the migrations of the database are, as this process knows. */
export function registerMigrationMetrics(registry: Registry): void {
  const gauge = (name: string, help: string, read: (progress: MigrationProgress) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['migration'],
      registers: [registry],
      collect() {
        for (const [migration, progress] of migrationMonitor.progress)
          this.set({ migration }, read(progress));
      },
    });
  gauge(
    'safarnama_migration_state',
    'Whether a migration has not begun (0), is under way (1) or is through (2)',
    ({ state }) => STATE_VALUES[state],
  );
  gauge('safarnama_migration_documents_done', 'Documents that a migration has looked at', ({ done }) => done);
  gauge('safarnama_migration_documents', 'Documents that a migration has to look at', ({ of }) => of);
  new Counter({
    name: 'safarnama_migration_failures_total',
    help: 'Runs of the migrations that failed, each to be tried again',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(migrationMonitor.failures());
    },
  }).inc(0);
}
