import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import mongoose from 'mongoose';
import type { Logger } from 'pino';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import { MIGRATIONS } from './all-migrations.js';
import type { Migration } from './migration.js';
import { type MigrationDoc, MigrationModel, RESTORE_ROW_ID } from './migration.model.js';
import type { MigrationProgress } from './migration-monitor.js';

/** How long a process that says nothing more keeps the others away, and how often one that lives says so. */
const LEASE_MS = 5_000;
const LEASE_RENEWAL_MS = 1_500;
/** Between two batches: so that people are served in between. */
const BATCH_PAUSE_MS = 50;
/** How often a process looks whether another one has ended its work, or its life. */
const POLL_INTERVAL_MS = 1_000;
const LOG_INTERVAL_MS = 5_000;

interface RunOptions {
  logger: Pick<Logger, 'info'>;
  migrations?: readonly Migration[];
  signal?: AbortSignal;
  /** Told how far each is, also while another process works on it. */
  onProgress?(name: string, progress: MigrationProgress): void;
}

/** The names of the migrations that are through. */
export async function listFinishedMigrations(): Promise<string[]> {
  const rows = await MigrationModel.find({ finishedAt: mongoose.trusted({ $ne: null }) })
    .sort({ _id: 1 })
    .select('_id')
    .lean<Pick<MigrationDoc, '_id'>[]>();
  return rows.map(({ _id }) => _id);
}

/**
 * Why this version must not work on the database: a restore that has not ended, or what a newer version has made of it.
 *
 * @returns a sentence for people; null when nothing is in the way.
 */
export async function findMigrationBlocker(migrations = MIGRATIONS): Promise<string | null> {
  const rows = await MigrationModel.find().lean<MigrationDoc[]>();
  if (rows.some(({ _id }) => _id === RESTORE_ROW_ID)) {
    return 'A restore of this database has begun and not ended: what is there is not the whole site. Run npm run restore again.';
  }
  const known = new Set(migrations.map(({ name }) => name));
  const foreign = rows.filter(({ _id, isGentle }) => !known.has(_id) && !isGentle);
  if (foreign.length === 0) return null;
  return (
    `This database was changed by a newer version (${foreign.map(({ _id }) => _id).join(', ')}), which this one cannot ` +
    'work with. Start that version, or restore a backup from before.'
  );
}

/** Takes a migration for this process. Null when it is finished or another process has it. */
async function acquireLease({ name, isGentle }: Migration, holder: string): Promise<MigrationDoc | null> {
  const now = new Date();
  const leaseIsAvailable = [{ heldUntil: null }, { heldUntil: mongoose.trusted({ $lt: now }) }, { holder }];
  try {
    return await MigrationModel.findOneAndUpdate(
      { _id: name, finishedAt: null, $or: leaseIsAvailable },
      {
        $set: { holder, heldUntil: new Date(now.getTime() + LEASE_MS) },
        $setOnInsert: { startedAt: now, isGentle, seen: 0, changed: 0, finishedAt: null },
      },
      { upsert: true, returnDocument: 'after', setDefaultsOnInsert: false },
    ).lean<MigrationDoc>();
  } catch (error) {
    if (isDuplicateKeyError(error, '_id')) return null;
    throw error;
  }
}

/** Notes what a batch has done. False when the lease ran out and another process has taken over. */
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

/** How far it is by its row. @param count - documents there are to look at. */
function progressOf(row: Pick<MigrationDoc, 'seen' | 'finishedAt'> | null, count: number): MigrationProgress {
  if (!row) return { state: 'not begun', done: 0, of: count };
  const { seen, finishedAt } = row;
  if (finishedAt) return { state: 'through', done: seen, of: seen };
  return { state: 'under way', done: seen, of: Math.max(seen, count) };
}

/** Says now and then that this process lives. What fails is found out with the next batch. */
function startLeaseRenewal({ name }: Migration, holder: string): { stop(): void } {
  const timer = setInterval(() => {
    const heldUntil = new Date(Date.now() + LEASE_MS);
    MigrationModel.updateOne({ _id: name, holder }, { $set: { heldUntil } }).catch(() => undefined);
  }, LEASE_RENEWAL_MS);
  return { stop: () => clearInterval(timer) };
}

/** Works on a migration that this process has taken, from its checkpoint on, until it is through or taken away. */
async function runToCompletion(
  migration: Migration,
  row: MigrationDoc,
  { holder, count }: { holder: string; count: number },
  { logger, signal, onProgress }: RunOptions,
) {
  const { name } = migration;
  let checkpoint: unknown = row.checkpoint ?? null;
  let { seen, changed } = row;
  let loggedAt = Date.now();
  // One that finds nothing or little to do, as on a new site, is through in one batch and no news.
  let isAnnounced = seen > 0;
  if (isAnnounced) logger.info({ migration: name, seen }, 'migration goes on');
  for (;;) {
    signal?.throwIfAborted();
    const batch = await migration.runBatch(checkpoint);
    if (!(await saveProgress(migration, holder, batch))) return;
    seen += batch.seen;
    changed += batch.changed;
    if (batch.checkpoint === null) {
      if (isAnnounced || changed > 0) logger.info({ migration: name, seen, changed }, 'migration is through');
      return;
    }
    const progress = progressOf({ seen, finishedAt: null }, count);
    onProgress?.(name, progress);
    if (!isAnnounced) logger.info({ migration: name, seen, of: progress.of }, 'migration begins');
    isAnnounced = true;
    checkpoint = batch.checkpoint;
    if (Date.now() - loggedAt > LOG_INTERVAL_MS) {
      loggedAt = Date.now();
      logger.info({ migration: name, seen, of: progress.of, changed }, 'migration');
    }
    await delay(BATCH_PAUSE_MS, undefined, { ...(signal ? { signal } : {}) });
  }
}

/**
 * Runs all migrations that are not through, one after the other. Any number of processes may do so at once: one works,
 * the others wait for it, and take over where it was when it is gone.
 *
 * @throws what the database or a migration throws; a later run goes on from the last checkpoint.
 */
export async function runMigrations(options: RunOptions): Promise<void> {
  const { migrations = MIGRATIONS, signal, onProgress } = options;
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
      } else await delay(POLL_INTERVAL_MS, undefined, { ...(signal ? { signal } : {}) });
    }
  }
}

/** What stands where, in the order of the migrations; foreign ones last. */
export async function listMigrationStatus(migrations = MIGRATIONS) {
  const rows = await MigrationModel.find().sort({ _id: 1 }).lean<MigrationDoc[]>();
  const byName = new Map(rows.map((row) => [row._id, row]));
  const known = migrations.map(({ name }) => ({ name, row: byName.get(name) ?? null, isKnown: true }));
  const names = new Set(migrations.map(({ name }) => name));
  const foreign = rows.filter(({ _id }) => !names.has(_id));
  return [...known, ...foreign.map((row) => ({ name: row._id, row, isKnown: false }))];
}
