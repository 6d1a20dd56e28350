import { Gauge, type Registry } from 'prom-client';
import { type MigrationProgress, migrationMonitor } from '../migrations/migration-monitor.js';
import { registerTotal } from './gauge.js';

/** Values of the metric `safarnama_migration_state`. */
const STATE_VALUES: Readonly<Record<MigrationProgress['state'], number>> = {
  pending: 0,
  running: 1,
  finished: 2,
};

/** Registers the progress of the migrations as this process knows it. */
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
    'State of a migration: pending (0), running (1) or finished (2)',
    ({ state }) => STATE_VALUES[state],
  );
  gauge('safarnama_migration_documents_done', 'Documents that a migration has processed', ({ done }) => done);
  gauge('safarnama_migration_documents', 'Documents that a migration has to process', ({ total }) => total);
  registerTotal(
    registry,
    'safarnama_migration_failures_total',
    'Failed migration runs; each is retried',
    () => migrationMonitor.failures(),
  );
}
