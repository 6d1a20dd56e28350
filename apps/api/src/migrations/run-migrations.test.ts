import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { FAST_MIGRATIONS, runFast } from '../../test/migrations.js';
import { useDatabase } from '../../test/mongo.js';
import { MIGRATIONS } from './all-migrations.js';
import type { Migration } from './migration.js';
import { MigrationModel } from './migration.model.js';
import type { MigrationProgress } from './migration-monitor.js';
import {
  findMigrationBlocker,
  listFinishedMigrations,
  listMigrationStatus,
  resetMigrations,
  runMigrations,
} from './run-migrations.js';

useDatabase();

/** Runs a migration and records its reported progress, without repeats. */
async function recordProgress(migration: Migration): Promise<MigrationProgress[]> {
  const reported: MigrationProgress[] = [];
  await runMigrations({
    ...FAST_MIGRATIONS,
    migrations: [migration],
    onProgress: (_name, progress) => reported.push(progress),
  });
  return reported.filter((progress, index) => !isDeepStrictEqual(progress, reported[index - 1]));
}

/** Records that another process has done five steps of a migration and holds its lease for this long, in ms. */
async function startElsewhere(migration: Migration, leaseMs: number): Promise<void> {
  await MigrationModel.create({
    _id: migration.name,
    startedAt: new Date(),
    checkpoint: 5,
    seen: 5,
    changed: 5,
    holder: 'another',
    heldUntil: new Date(Date.now() + leaseMs),
  });
}

describe('runMigrations', () => {
  /** A migration of ten steps, one of which may fail. */
  function createTenStepMigration(options: { failAt?: number } = {}) {
    const steps: number[] = [];
    let { failAt } = options;
    const migration: Migration = {
      name: '001-ten-steps',
      isBackwardCompatible: true,
      count: async () => 10,
      async runBatch(checkpoint) {
        const step = Number(checkpoint ?? 0) + 1;
        if (step === failAt) {
          failAt = undefined;
          throw new Error('The database is unavailable');
        }
        steps.push(step);
        return { checkpoint: step === 10 ? null : step, seen: 1, changed: 1 };
      },
    };
    return { migration, steps };
  }

  it('run three times concurrently: runs each step once, and all wait for the end', async () => {
    const { migration, steps } = createTenStepMigration();

    const runAndListFinished = () => runFast([migration]).then(listFinishedMigrations);
    const lists = await Promise.all([runAndListFinished(), runAndListFinished(), runAndListFinished()]);

    expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(lists).toEqual(Array.from({ length: 3 }, () => ['001-ten-steps']));
    expect(await listMigrationStatus([migration])).toMatchObject([
      { name: '001-ten-steps', isKnown: true, row: { seen: 10, changed: 10, holder: null } },
    ]);
    await runFast([migration]);
    expect(steps).toHaveLength(10);
  });

  it('after a failed run: continues from the checkpoint', async () => {
    const { migration, steps } = createTenStepMigration({ failAt: 4 });
    await expect(runFast([migration])).rejects.toThrow('The database is unavailable');
    // As after a crash: the lease was not released and has expired.
    await MigrationModel.updateOne({ _id: migration.name }, { $set: { heldUntil: new Date(0) } });

    await runFast([migration]);

    expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('while another process holds the lease: waits until it expires', async () => {
    const { migration, steps } = createTenStepMigration();
    const abortController = new AbortController();
    await startElsewhere(migration, 60_000);
    const waiting = runFast([migration], abortController.signal);
    await expect
      .poll(() => MigrationModel.findById(migration.name).lean())
      .toMatchObject({ holder: 'another', seen: 5 });
    expect(steps).toEqual([]);

    await MigrationModel.updateOne({ _id: migration.name }, { $set: { heldUntil: new Date(0) } });
    await waiting;

    expect(steps).toEqual([6, 7, 8, 9, 10]);
  });

  it('after another process has reset it in the middle: runs every step again', async () => {
    const { migration, steps } = createTenStepMigration();
    const interrupted: Migration = {
      ...migration,
      async runBatch(checkpoint) {
        const batch = await migration.runBatch(checkpoint);
        if (steps.length === 3) await resetMigrations([migration]);
        return batch;
      },
    };

    await runFast([interrupted]);

    expect(steps).toEqual([1, 2, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await listMigrationStatus([migration])).toMatchObject([{ row: { seen: 10, changed: 10 } }]);
  });

  it('after a process was killed whose clock was a year ahead: takes over its lease', async () => {
    const { migration, steps } = createTenStepMigration();
    await startElsewhere(migration, 365 * 24 * 60 * 60_000);

    await runFast([migration]);

    expect(steps).toEqual([6, 7, 8, 9, 10]);
  });

  it('from the start, from a checkpoint, and after the end: reports progress that never exceeds the total', async () => {
    const { migration } = createTenStepMigration();
    const steps = (from: number, to: number, total: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => ({ state: 'running', done: from + index, total }));
    const finished = { state: 'finished', done: 10, total: 10 };

    expect(await recordProgress(migration)).toEqual([
      { state: 'pending', done: 0, total: 10 },
      ...steps(1, 9, 10),
      finished,
    ]);
    expect(await recordProgress(migration)).toEqual([finished]);
    await MigrationModel.updateOne({}, { $set: { finishedAt: null, checkpoint: 5, seen: 5 } });
    // Fewer documents are left than were processed: the others were deleted.
    const shrunk = { ...migration, count: async () => 7 };

    expect(await recordProgress(shrunk)).toEqual([
      ...steps(5, 7, 7),
      { state: 'running', done: 8, total: 8 },
      { state: 'running', done: 9, total: 9 },
      finished,
    ]);
  });

  it('on a database that a newer version has changed: is blocked unless the change is compatible', async () => {
    const { migration: compatible } = createTenStepMigration();
    const incompatible = { ...compatible, name: '002-incompatible', isBackwardCompatible: false };
    await runFast([compatible]);
    expect(await findMigrationBlocker([])).toBeNull();

    await runFast([compatible, incompatible]);

    expect(await findMigrationBlocker([compatible, incompatible])).toBeNull();
    expect(await findMigrationBlocker([compatible])).toBe(
      'A newer version has changed this database (002-incompatible) so that this version cannot use it. ' +
        'Start that version, or restore an older backup.',
    );
  });

  it('on an empty site: finishes all migrations', async () => {
    expect(await Promise.all(MIGRATIONS.map((migration) => migration.count()))).toEqual(
      MIGRATIONS.map(() => 0),
    );
    await runFast(MIGRATIONS);

    expect(await listFinishedMigrations()).toEqual(MIGRATIONS.map(({ name }) => name));
  });
});
