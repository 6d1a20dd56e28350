import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findRunningDatabase } from './running-database.js';
import { startParent } from './testing/parent.js';
import { quickEngine, start } from './testing/running.js';
import { createMachineEnvironment, makeTempDir } from './testing/sandbox.js';

describe('findRunningDatabase', () => {
  it('while another process runs a database on the folder: returns its URI', async () => {
    const dataDir = makeTempDir();
    const parent = startParent(dataDir, createMachineEnvironment({ DATABASE_ENGINE: quickEngine }));
    const { uri = 'none' } = await parent.outcome;

    expect(await findRunningDatabase(dataDir)).toBe(uri);
  });

  it('before the first start and after a stop: returns null', async () => {
    const dataDir = makeTempDir();
    expect(await findRunningDatabase(dataDir)).toBeNull();

    const database = await start({ dataDir });
    expect(await findRunningDatabase(dataDir)).toBe(database.uri);
    await database.stop();

    expect(await findRunningDatabase(dataDir)).toBeNull();
  });

  it('with a record left by a killed process: waits for the record of the current one', async () => {
    const dataDir = makeTempDir();
    const database = await start({ dataDir });
    const recordFile = join(dataDir, 'db', 'running.json');
    const record = readFileSync(recordFile, 'utf8');
    writeFileSync(
      recordFile,
      JSON.stringify({ pid: 4_194_000, startedAt: 'long ago', uri: 'mongodb://stale' }),
    );

    const found = findRunningDatabase(dataDir);
    setTimeout(() => writeFileSync(recordFile, record), 300);

    expect(await found).toBe(database.uri);
    await database.stop();
  });
  it('while the other process takes minutes to start: waits for it, and reports the process once', async () => {
    const dataDir = makeTempDir();
    const database = await start({ dataDir });
    const recordFile = join(dataDir, 'db', 'running.json');
    const record = readFileSync(recordFile, 'utf8');
    rmSync(recordFile);
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const holders: number[] = [];

    const found = findRunningDatabase(dataDir, { onWait: ({ pid }) => holders.push(pid) });
    vi.setSystemTime(Date.now() + 600_000);
    setTimeout(() => writeFileSync(recordFile, record), 500);

    expect(await found).toBe(database.uri);
    expect(holders).toEqual([process.pid]);
    await database.stop();
  });
});
