import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDataFolder } from './data-folder.js';

const dataDir = mkdtempSync(join(tmpdir(), 'safarnama-data-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

describe('openDataFolder', () => {
  it('with a folder that other accounts can read: closes it to them, and leaves its parent as it is', async () => {
    mkdirSync(join(dataDir, 'db'));
    for (const folder of [dataDir, join(dataDir, 'db')]) chmodSync(folder, 0o755);

    const { dbDir, release } = await openDataFolder(dataDir);

    release();
    expect(statSync(dbDir).mode & 0o777).toBe(0o700);
    expect(statSync(dataDir).mode & 0o777).toBe(0o755);
  });
});
