import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Counter, Histogram, type Registry } from 'prom-client';
import { databasePool, MAX_POOL_SIZE } from '../lib/database-pool.js';
import type { ImageStorage } from '../media/image-storage.js';
import type { SweepResult } from '../media/sweep-media.js';
import { registerGauge, registerTotal } from './gauge.js';

const CHECKOUT_FAILURE_REASONS: Readonly<Record<string, string>> = {
  timeout: 'timeout',
  connectionError: 'connection_error',
  poolClosed: 'pool_closed',
};

/** @returns a function that unsubscribes from the connection pool. */
export function registerDatabaseMetrics(registry: Registry, isDatabaseUp: () => boolean): () => void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) => registerGauge(registry, name, help, read);
  const { state } = databasePool;
  gauge('safarnama_database_up', 'Whether the database is available (1) or not (0)', () =>
    isDatabaseUp() ? 1 : 0,
  );
  gauge('safarnama_database_connections_open', 'Connections in the pool', () => state.open);
  gauge('safarnama_database_connections_in_use', 'Connections in use by an operation', () => state.inUse);
  gauge('safarnama_database_checkouts_waiting', 'Operations waiting for a connection', () => state.waiting);
  gauge(
    'safarnama_database_connections_limit',
    'Maximum number of connections in the pool',
    () => MAX_POOL_SIZE,
  );
  registerTotal(
    registry,
    'safarnama_database_connections_created_total',
    'Connections created',
    () => state.created,
  );
  const wait = new Histogram({
    name: 'safarnama_database_checkout_wait_seconds',
    help: 'Time until an operation got its connection',
    buckets: [0.0001, 0.001, 0.005, 0.025, 0.1, 0.5, 2],
    registers,
  });
  const failures = new Counter({
    name: 'safarnama_database_checkout_failures_total',
    help: 'Operations that got no connection, by reason',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of Object.values(CHECKOUT_FAILURE_REASONS)) failures.inc({ reason }, 0);
  return databasePool.listen({
    onCheckedOut: (seconds) => wait.observe(seconds),
    onCheckOutFailed: (reason) => failures.inc({ reason: CHECKOUT_FAILURE_REASONS[reason] ?? 'other' }),
  });
}

/** Registers the size and free space of the data folder's file system: both 0 while they cannot be read. */
export function registerDiskMetrics(registry: Registry, dataDir: string): void {
  // Read once per gauge, as a scrape collects all of them concurrently.
  const gauge = (name: string, help: string, read: (stats: StatsFs) => number) =>
    registerGauge(registry, name, help, () => statfs(dataDir).then(read, () => 0));
  gauge(
    'safarnama_disk_free_bytes',
    'Free space for this process on the file system of the data folder',
    ({ bavail, bsize }) => bavail * bsize,
  );
  gauge(
    'safarnama_disk_size_bytes',
    'Size of the file system of the data folder',
    ({ blocks, bsize }) => blocks * bsize,
  );
}

type Sweep = (now: Date) => Promise<SweepResult & { uploads: number }>;

export interface StorageMetrics {
  /** Wraps a storage so that its operations are counted. */
  instrumentStorage(storage: ImageStorage): ImageStorage;
  /** Wraps a sweep so that its results are counted. */
  instrumentSweep(sweep: Sweep): Sweep;
}

/** Metrics of stored pictures and of the sweep of orphaned ones. */
export function createStorageMetrics(registry: Registry): StorageMetrics {
  const registers = [registry];
  const written = new Counter({
    name: 'safarnama_media_written_bytes_total',
    help: 'Bytes of stored pictures, all widths',
    registers,
  });
  const failures = new Counter({
    name: 'safarnama_media_failures_total',
    help: 'Pictures that could not be written or read',
    labelNames: ['action'],
    registers,
  });
  const removed = new Counter({
    name: 'safarnama_sweep_removed_total',
    help: 'Objects removed by sweeps: keys without a record, pictures without a key, files without a picture, expired uploads',
    labelNames: ['kind'],
    registers,
  });
  const sweeps = new Counter({
    name: 'safarnama_sweeps_total',
    help: 'Sweeps of orphaned pictures, by result',
    labelNames: ['result'],
    registers,
  });
  for (const action of ['write', 'read']) failures.inc({ action }, 0);
  for (const kind of ['media', 'blobs', 'files', 'uploads']) removed.inc({ kind }, 0);
  for (const result of ['done', 'failed']) sweeps.inc({ result }, 0);

  const countFailures = <T>(action: string, task: Promise<T>) =>
    task.catch((error: unknown) => {
      failures.inc({ action });
      throw error;
    });

  return {
    instrumentStorage: (storage) => ({
      async write(key, bytes) {
        await countFailures('write', storage.write(key, bytes));
        written.inc(bytes.length);
      },
      read: (key) => countFailures('read', storage.read(key)),
      remove: (key) => storage.remove(key),
      list: () => storage.list(),
    }),
    instrumentSweep: (sweep) => async (now) => {
      try {
        const result = await sweep(now);
        for (const [kind, count] of Object.entries(result)) removed.inc({ kind }, count);
        sweeps.inc({ result: 'done' });
        return result;
      } catch (error) {
        sweeps.inc({ result: 'failed' });
        throw error;
      }
    },
  };
}
