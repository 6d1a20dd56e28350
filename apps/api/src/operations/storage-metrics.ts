import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { databasePool, MAX_POOL_SIZE } from '../config/database-pool.js';
import type { ImageStorage } from '../media/image-storage.js';
import type { SweepResult } from '../media/sweep-media.js';

const CHECK_OUT_FAILURES: Readonly<Record<string, string>> = {
  timeout: 'timeout',
  connectionError: 'connection_error',
  poolClosed: 'pool_closed',
};

/** @returns what ends it. */
export function watchDatabase(registry: Registry, isDatabaseUp: () => boolean): () => void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  const { state } = databasePool;
  gauge('safarnama_database_up', 'Whether the database is there (1) or away (0)', () =>
    isDatabaseUp() ? 1 : 0,
  );
  gauge('safarnama_database_connections_open', 'Connections of the pool', () => state.open);
  gauge('safarnama_database_connections_in_use', 'Connections that an operation holds', () => state.inUse);
  gauge('safarnama_database_checkouts_waiting', 'Operations that wait for a connection', () => state.waiting);
  gauge('safarnama_database_connections_limit', 'Most connections of the pool', () => MAX_POOL_SIZE);
  const created = new Counter({
    name: 'safarnama_database_connections_created_total',
    help: 'Connections that were made',
    registers,
    collect() {
      this.reset();
      this.inc(state.created);
    },
  });
  created.inc(0);
  const wait = new Histogram({
    name: 'safarnama_database_checkout_wait_seconds',
    help: 'Time until an operation had its connection',
    buckets: [0.0001, 0.001, 0.005, 0.025, 0.1, 0.5, 2],
    registers,
  });
  const failures = new Counter({
    name: 'safarnama_database_checkout_failures_total',
    help: 'Operations that got no connection, by reason',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of Object.values(CHECK_OUT_FAILURES)) failures.inc({ reason }, 0);
  return databasePool.listen({
    gotConnection: (seconds) => wait.observe(seconds),
    gotNone: (reason) => failures.inc({ reason: CHECK_OUT_FAILURES[reason] ?? 'other' }),
  });
}

/** The room that is left where the data folder lies: 0 of 0 while that cannot be told. */
export function watchDisk(registry: Registry, dataDir: string): void {
  const gauge = (name: string, help: string, read: (found: StatsFs) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      // Each asks for itself: a scrape collects all of them at once.
      async collect() {
        const found = await statfs(dataDir).catch(() => null);
        this.set(found ? read(found) : 0);
      },
    });
  gauge(
    'safarnama_disk_free_bytes',
    'Room left for this process on the file system of the data folder',
    ({ bavail, bsize }) => bavail * bsize,
  );
  gauge(
    'safarnama_disk_size_bytes',
    'Size of the file system of the data folder',
    ({ blocks, bsize }) => blocks * bsize,
  );
}

type Sweep = (now: Date) => Promise<SweepResult>;

export interface StorageMetrics {
  /** The same storage, counted. */
  watchStorage(storage: ImageStorage): ImageStorage;
  /** The same sweep, counted. */
  watchSweep(sweep: Sweep): Sweep;
}

/** Pictures as they are written, and what the sweep clears away. */
export function createStorageMetrics(registry: Registry): StorageMetrics {
  const registers = [registry];
  const written = new Counter({
    name: 'safarnama_media_written_bytes_total',
    help: 'Bytes of pictures that were stored, all widths',
    registers,
  });
  const failures = new Counter({
    name: 'safarnama_media_failures_total',
    help: 'Pictures that the storage could not write or read',
    labelNames: ['action'],
    registers,
  });
  const removed = new Counter({
    name: 'safarnama_sweep_removed_total',
    help: 'What sweeps cleared away: keys without a record, pictures without a key, files without a picture',
    labelNames: ['kind'],
    registers,
  });
  const passes = new Counter({
    name: 'safarnama_sweeps_total',
    help: 'Sweeps of pictures without a record, by how they ended',
    labelNames: ['result'],
    registers,
  });
  for (const action of ['write', 'read']) failures.inc({ action }, 0);
  for (const kind of ['media', 'blobs', 'files']) removed.inc({ kind }, 0);
  for (const result of ['done', 'failed']) passes.inc({ result }, 0);

  const counted = <T>(action: string, task: Promise<T>) =>
    task.catch((error: unknown) => {
      failures.inc({ action });
      throw error;
    });

  return {
    watchStorage: (storage) => ({
      async write(key, bytes) {
        await counted('write', storage.write(key, bytes));
        written.inc(bytes.length);
      },
      read: (key) => counted('read', storage.read(key)),
      remove: (key) => storage.remove(key),
      list: () => storage.list(),
    }),
    watchSweep: (sweep) => async (now) => {
      try {
        const result = await sweep(now);
        for (const [kind, count] of Object.entries(result)) removed.inc({ kind }, count);
        passes.inc({ result: 'done' });
        return result;
      } catch (error) {
        passes.inc({ result: 'failed' });
        throw error;
      }
    },
  };
}
