import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Types } from 'mongoose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { TEST_SECRETS } from '../../test/app.js';
import { currentDatabaseUri, useDatabase } from '../../test/mongo.js';
import { runBackup, startCommand } from '../../test/node-process.js';
import { storePost } from '../../test/stored-posts.js';
import { storePepperCheck } from '../auth/pepper-check.js';
import { MIGRATIONS } from '../migrations/all-migrations.js';
import { MigrationModel } from '../migrations/migration.model.js';
import { findMigrationBlocker } from '../migrations/run-migrations.js';
import { UserModel } from '../user/user.model.js';

useDatabase();

const FORMAT_1 = fileURLToPath(new URL('../../test/fixtures/backup-format-1.tar', import.meta.url));

const WARNING =
  'Warning: this backup is of an empty site. If the site has users, set MONGODB_URI or DATA_DIR as for the product.\n';

/** @returns a path for the backup in a new folder, and the environment of the command. */
async function prepare() {
  const folder = await mkdtemp(path.join(tmpdir(), 'safarnama-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { passwordPepper } = TEST_SECRETS;
  const env = { MONGODB_URI: currentDatabaseUri(), DATA_DIR: folder, PASSWORD_PEPPER: passwordPepper };
  return { file: path.join(folder, 'site.tar'), env };
}

/** Saves the current database and verifies the file. */
async function saveAndVerify() {
  const { file, env } = await prepare();
  return [await runBackup(['backup', file], env), await runBackup(['backup', file, '--verify'], {})];
}

describe('backup', () => {
  it('of an empty site: saves and verifies it, with a warning', async () => {
    for (const { code, stdout, stderr } of await saveAndVerify()) {
      expect(stdout).toContain('0 users and 0 stories');
      expect([code, stderr]).toEqual([0, WARNING]);
    }
  });

  it('of a site with a story: saves and verifies it, without a warning', async () => {
    await storePost({ authorId: new Types.ObjectId().toHexString() });

    for (const { code, stdout, stderr } of await saveAndVerify()) {
      expect(stdout).toContain('0 users and 1 story (1 document in ');
      expect([code, stderr]).toEqual([0, '']);
    }
  });
  it('with another pepper than the one of the stored passwords: saves nothing', async () => {
    await UserModel.collection.insertOne({});
    await storePepperCheck(TEST_SECRETS.passwordPepper);
    const { file, env } = await prepare();

    const result = await runBackup(['backup', file], {
      ...env,
      PASSWORD_PEPPER: `other-${env.PASSWORD_PEPPER}`,
    });

    expect(result).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('is not the one of the stored passwords'),
    });
    expect(existsSync(file)).toBe(false);
  });
});

describe('restore', () => {
  it('interrupted during the migrations: has printed that the site is restored, and lets the product continue', async () => {
    const { file, env } = await prepare();
    await cp(FORMAT_1, file);
    // Another process holds the last migration, which this one therefore waits for.
    const lastMigration = MIGRATIONS.at(-1)?.name ?? '';
    let isHolding = true;
    const hold = async () => {
      while (isHolding) {
        const heldUntil = new Date(Date.now() + 5_000);
        const row = { isGentle: true, holder: 'another process', heldUntil, finishedAt: null };
        await MigrationModel.updateOne({ _id: lastMigration }, { $set: row }, { upsert: true });
        await delay(10);
      }
    };
    const holding = hold();
    onTestFinished(() => {
      isHolding = false;
      return holding;
    });

    const { child, result, stdout } = startCommand(
      'dist/backup/main.js',
      ['restore', file, '--replace'],
      env,
    );
    await vi.waitFor(() => expect(stdout()).toContain('Restored 2 users and 1 story'), { timeout: 30_000 });
    child.kill('SIGTERM');

    expect(await result).toMatchObject({
      code: 130,
      stderr: expect.stringMatching(/… migrating\n.*The site is complete\. .*\nInterrupted\.\n$/s),
    });
    expect(await findMigrationBlocker()).toBeNull();
  });
});
