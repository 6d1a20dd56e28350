import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createFolder } from './create-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'safarnama-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('createFolder', () => {
  it('creates the folder and its parents, readable only by this account', () => {
    const dbDir = join(folder, 'data', 'db');

    createFolder(dbDir, 'data folder');

    for (const created of [dbDir, join(folder, 'data')]) expect(statSync(created).mode & 0o777).toBe(0o700);
  });
});
