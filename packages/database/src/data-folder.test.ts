import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDataFolder, readEngineRecord, writeEngineRecord } from './data-folder.js';
import { ENGINES } from './engines.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'safarnama-data-'));
  folders.push(folder);
  return folder;
}

describe('openDataFolder', () => {
  it('with a folder that other accounts can read: closes it to them, and leaves its parent as it is', async () => {
    const dataDir = createFolder();
    mkdirSync(join(dataDir, 'db'));
    for (const folder of [dataDir, join(dataDir, 'db')]) chmodSync(folder, 0o755);

    const { dbDir, release } = await openDataFolder(dataDir);

    release();
    expect(statSync(dbDir).mode & 0o777).toBe(0o700);
    expect(statSync(dataDir).mode & 0o777).toBe(0o755);
  });
});

describe('readEngineRecord', () => {
  it('with a record that a power failure has left empty: identifies the engine by its files', () => {
    const dbDir = createFolder();
    mkdirSync(join(dbDir, 'secantus'));
    for (const file of ['engine', join('secantus', 'WiredTiger')]) writeFileSync(join(dbDir, file), '');

    expect(readEngineRecord(dbDir, ENGINES)?.family).toBe('secantus');
  });
});

describe('writeEngineRecord', () => {
  it('with an empty record: names the engine, and does not change the record again', () => {
    const dbDir = createFolder();
    writeFileSync(join(dbDir, 'engine'), '');

    for (const engine of ENGINES) writeEngineRecord(dbDir, engine);

    expect(readEngineRecord(dbDir, ENGINES)).toBe(ENGINES[0]);
  });
});
