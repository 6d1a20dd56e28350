import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openExistingDatabase } from './database.mjs';

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'safarnama-database-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** @param {Record<string, string>} env */
function open(env) {
  // Contains everything that is used before a database is started.
  const context = /** @type {import('./run-command.mjs').Context} */ ({ env });
  return openExistingDatabase(context, Promise.resolve());
}

describe('openExistingDatabase', () => {
  it('on a data folder without a database: says which settings are missing, and creates no site', async () => {
    const dataDir = join(folder, 'two words');

    await expect(open({ DATA_DIR: dataDir })).rejects.toThrow(
      `There is no site in ${dataDir}. Set MONGODB_URI or DATA_DIR as for the product`,
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  it('with MONGODB_URI: returns it, whatever the data folder contains', async () => {
    const uri = 'mongodb://db.internal/safarnama';

    expect(await open({ DATA_DIR: folder, MONGODB_URI: ` ${uri} ` })).toBe(uri);
  });
});
