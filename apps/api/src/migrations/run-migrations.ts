import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import mongoose from 'mongoose';
import type { Logger } from 'pino';
import { CLOCK_TOLERANCE_MS } from '../lib/clock-tolerance.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import { MIGRATIONS } from './all-migrations.js';
import type { Migration } from './migration.js';
import { type MigrationDoc, MigrationModel, RESTORE_ROW_ID } from './migration.model.js';
import type { MigrationProgress } from './migration-monitor.js';

/** Duration of a lease, and interval at which a running process renews it. */
const LEASE_MS = 5_000;
const LEASE_RENEWAL_MS = 1_500;
const LOG_INTERVAL_MS = 5_000;

interface Timing {
  /** Pause between batches, so that requests are served. */
  batchPauseMs: number;
  /** How often a waiting process checks whether another one has finished or died. */
  pollIntervalMs: number;
}
const TIMING: Timing = { batchPauseMs: 50, pollIntervalMs: 1_000 };

interface RunOptions {
  logger: Pick<Logger, 'info'>;
  migrations?: readonly Migration[];
  signal?: AbortSignal;
  /** Shorter in tests. */
  timing?: Timing;
  /** Receives the progress of each migration, even while another process runs it. */
  onProgress?(name: string, progress: MigrationProgress): void;
}

/** Returns the names of the finished migrations. */
export async function listFinishedMigrations(): Promise<string[]> {
  const rows = await MigrationModel.find({ finishedAt: mongoose.trusted({ $ne: null }) })
    .sort({ _id: 1 })
    .select('_id')
    .lean<Pick<MigrationDoc, '_id'>[]>();
  return rows.map(({ _id }) => _id);
}

/**
 * Checks whether this version can use the database: no unfinished restore, no incompatible migration of a newer
 * version.
 *
 * @returns a message for the operator, or null.
 */
export async function findMigrationBlocker(migrations = MIGRATIONS): Promise<string | null> {
  const rows = await MigrationModel.find().lean<MigrationDoc[]>();
  if (rows.some(({ _id }) => _id === RESTORE_ROW_ID)) {
    return 'A restore of this database was interrupted, so the site is incomplete. Restore it again.';
  }
  const names = new Set(migrations.map(({ name }) => name));
  const rowsOfOtherVersions = rows.filter(({ _id, isGentle }) => !names.has(_id) && !isGentle);
  if (rowsOfOtherVersions.length === 0) return null;
  return (
    `A newer version has changed this database (${rowsOfOtherVersions.map(({ _id }) => _id).join(', ')}) so that this version cannot ` +
    'use it. Start that version, or restore an older backup.'
  );
}

/** Acquires the lease of a migration. Returns null when it is finished or another process holds the lease. */
async function acquireLease(
  { name, isBackwardCompatible }: Migration,
  holder: string,
): Promise<MigrationDoc | null> {
  const now = new Date();
  const availableLeaseFilters = [
    { heldUntil: null },
    { heldUntil: mongoose.trusted({ $lt: now }) },
    // The lease of a process whose clock was ahead.
    { heldUntil: mongoose.trusted({ $gt: new Date(now.getTime() + LEASE_MS + CLOCK_TOLERANCE_MS) }) },
    { holder },
  ];
  try {
    return await MigrationModel.findOneAndUpdate(
      { _id: name, finishedAt: null, $or: availableLeaseFilters },
      {
        $set: { holder, heldUntil: new Date(now.getTime() + LEASE_MS) },
        $setOnInsert: {
          startedAt: now,
          isGentle: isBackwardCompatible,
          seen: 0,
          changed: 0,
          finishedAt: null,
        },
      },
      { upsert: true, returnDocument: 'after', setDefaultsOnInsert: false },
    ).lean<MigrationDoc>();
  } catch (error) {
    if (isDuplicateKeyError(error, '_id')) return null;
    throw error;
  }
}

/** Saves the result of a batch. Returns false when the lease expired and another process took over. */
async function saveProgress(
  { name }: Migration,
  holder: string,
  { checkpoint, seen, changed }: { checkpoint: unknown; seen: number; changed: number },
): Promise<boolean> {
  const now = Date.now();
  const progress =
    checkpoint === null
      ? { finishedAt: new Date(now), holder: null, heldUntil: null }
      : { checkpoint, heldUntil: new Date(now + LEASE_MS) };
  const { matchedCount } = await MigrationModel.updateOne(
    { _id: name, holder },
    { $set: progress, $inc: { seen, changed } },
  );
  return matchedCount > 0;
}

/** Computes the progress from a row. @param count - documents to process. */
function progressOf(row: Pick<MigrationDoc, 'seen' | 'finishedAt'> | null, count: number): MigrationProgress {
  if (!row) return { state: 'pending', done: 0, total: count };
  const { seen, finishedAt } = row;
  if (finishedAt) return { state: 'finished', done: seen, total: seen };
  return { state: 'running', done: seen, total: Math.max(seen, count) };
}

/** Renews the lease periodically. A lost lease is noticed after the next batch. */
function startLeaseRenewal({ name }: Migration, holder: string): { stop(): void } {
  const timer = setInterval(() => {
    const heldUntil = new Date(Date.now() + LEASE_MS);
    MigrationModel.updateOne({ _id: name, holder }, { $set: { heldUntil } }).catch(() => undefined);
  }, LEASE_RENEWAL_MS);
  return { stop: () => clearInterval(timer) };
}

/** Runs a leased migration from its checkpoint until it finishes or the lease is lost. */
async function runToCompletion(
  migration: Migration,
  row: MigrationDoc,
  { holder, count }: { holder: string; count: number },
  { logger, signal, onProgress, timing = TIMING }: RunOptions,
) {
  const { name } = migration;
  let checkpoint: unknown = row.checkpoint ?? null;
  let { seen, changed } = row;
  let loggedAt = Date.now();
  // A migration without documents, as on a new site, is not logged, nor one that finishes in one batch without changes.
  let isAnnounced = seen > 0;
  if (isAnnounced) logger.info({ migration: name, seen }, 'migration resumed');
  for (;;) {
    signal?.throwIfAborted();
    const batch = await migration.runBatch(checkpoint, signal);
    if (!(await saveProgress(migration, holder, batch))) return;
    seen += batch.seen;
    changed += batch.changed;
    if (batch.checkpoint === null) {
      if (isAnnounced || changed > 0) logger.info({ migration: name, seen, changed }, 'migration finished');
      return;
    }
    const progress = progressOf({ seen, finishedAt: null }, count);
    onProgress?.(name, progress);
    if (!isAnnounced && seen > 0) {
      isAnnounced = true;
      logger.info({ migration: name, seen, total: progress.total }, 'migration started');
    }
    checkpoint = batch.checkpoint;
    if (Date.now() - loggedAt > LOG_INTERVAL_MS) {
      loggedAt = Date.now();
      logger.info({ migration: name, seen, total: progress.total, changed }, 'migration progress');
    }
    await delay(timing.batchPauseMs, undefined, signal ? { signal } : {});
  }
}

/**
 * Runs all unfinished migrations in order. Several processes may do so: one runs a migration, the others wait and
 * take over from its checkpoint if it dies.
 *
 * @throws errors of the database or a migration, and the reason of an aborted `signal`; a later run continues from the
 *   last checkpoint.
 */
export async function runMigrations(options: RunOptions): Promise<void> {
  const { migrations = MIGRATIONS, signal, onProgress, timing = TIMING } = options;
  const holder = randomUUID();
  for (const migration of migrations) {
    const { name } = migration;
    let count: number | undefined;
    for (;;) {
      const found = await MigrationModel.findById(name).select('seen finishedAt').lean<MigrationDoc>();
      if (!found?.finishedAt) count ??= await migration.count();
      onProgress?.(name, progressOf(found, count ?? 0));
      if (found?.finishedAt) break;
      const row = await acquireLease(migration, holder);
      if (row) {
        const lease = startLeaseRenewal(migration, holder);
        await runToCompletion(migration, row, { holder, count: count ?? 0 }, options).finally(lease.stop);
      } else await delay(timing.pollIntervalMs, undefined, signal ? { signal } : {});
    }
  }
}

/**
 * Resets all migrations, so that the next run also migrates what an older version has written since they finished. A
 * process that is running one loses its lease, and begins it again.
 */
export async function resetMigrations(migrations = MIGRATIONS): Promise<void> {
  await MigrationModel.updateMany(
    { _id: mongoose.trusted({ $in: migrations.map(({ name }) => name) }) },
    {
      $set: { finishedAt: null, holder: null, heldUntil: null, seen: 0, changed: 0, startedAt: new Date() },
      $unset: { checkpoint: 1 },
    },
  );
}

/** Lists all migrations with their rows, in order; those of other versions last. */
export async function listMigrationStatus(migrations = MIGRATIONS) {
  const rows = await MigrationModel.find().sort({ _id: 1 }).lean<MigrationDoc[]>();
  const byName = new Map(rows.map((row) => [row._id, row]));
  const statuses = migrations.map(({ name }) => ({ name, row: byName.get(name) ?? null, isKnown: true }));
  const names = new Set(migrations.map(({ name }) => name));
  const rowsOfOtherVersions = rows.filter(({ _id }) => !names.has(_id));
  return [...statuses, ...rowsOfOtherVersions.map((row) => ({ name: row._id, row, isKnown: false }))];
}
