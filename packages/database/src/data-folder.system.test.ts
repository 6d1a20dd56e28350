import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFreePort } from './free-port.js';
import { readStartTime } from './processes.js';
import { startDatabase } from './start-database.js';
import { writeFakeMongod } from './testing/fake-mongod.js';
import { startParent } from './testing/parent.js';
import { openStories, quickEngine, start } from './testing/running.js';
import { createBareMachine, createMachineEnvironment, makeTempDir } from './testing/sandbox.js';

function makeDbDir() {
  const dataDir = makeTempDir();
  mkdirSync(join(dataDir, 'db'));
  return { dataDir, dbDir: join(dataDir, 'db') };
}

describe('starts on one data folder', () => {
  it('by two processes: the second names the first and fails, the first keeps running', async () => {
    const dataDir = makeTempDir();
    const parent = startParent(dataDir, createMachineEnvironment({ DATABASE_ENGINE: quickEngine }));
    const { uri = '' } = await parent.outcome;

    const second = startDatabase({ dataDir });

    await expect(second).rejects.toThrow(
      `Another process (pid ${parent.pid}) is already running the database in ${join(dataDir, 'db')}. ` +
        'Stop it first, or set DATA_DIR to another folder.',
    );
    expect(await (await openStories(uri)).countDocuments()).toBe(0);
  });

  it('by three processes at the same time: exactly one of them succeeds', async () => {
    const dataDir = makeTempDir();
    const env = createMachineEnvironment({ DATABASE_ENGINE: quickEngine });

    const outcomes = await Promise.all([1, 2, 3].map(() => startParent(dataDir, env).outcome));

    expect(outcomes.filter(({ uri }) => uri !== undefined)).toHaveLength(1);
    expect(outcomes.filter(({ failed }) => failed?.includes('is already running the database'))).toHaveLength(
      2,
    );
  });

  it('by one process: the second fails, and a third succeeds after the first has stopped', async () => {
    const dataDir = makeTempDir();
    const first = await start({ dataDir });

    await expect(startDatabase({ dataDir })).rejects.toThrow(
      'This process is already running the database in',
    );

    await first.stop();
    await expect(start({ dataDir })).resolves.toMatchObject({ engine: quickEngine });
  });
});

describe('a lock left behind by a crash', () => {
  it.each([
    { what: 'of a process that has ended', holder: { pid: 4_194_000, startedAt: 'long ago', token: 'a' } },
    // This process has the pid now, but started at another time.
    {
      what: 'whose pid has been reused',
      holder: { pid: process.pid, startedAt: 'long ago', token: 'a' },
    },
    { what: 'that is truncated', holder: null },
  ])('$what: is taken over', async ({ holder }) => {
    const { dataDir, dbDir } = makeDbDir();
    writeFileSync(join(dbDir, 'lock'), holder === null ? '{"pid":' : JSON.stringify(holder));

    await start({ dataDir });

    const lock = JSON.parse(readFileSync(join(dbDir, 'lock'), 'utf8'));
    expect(lock).toMatchObject({ pid: process.pid, startedAt: readStartTime(process.pid) });
  });
});

describe('the record of the engine', () => {
  it('naming mongod when no engine of its kind can start: fails instead of creating an empty site', async () => {
    const { dataDir, dbDir } = makeDbDir();
    writeFileSync(join(dbDir, 'engine'), 'mongod\n');
    mkdirSync(join(dbDir, 'mongod'));
    const closedPort = await findFreePort();
    const env = { ...createBareMachine(), MONGOMS_DOWNLOAD_MIRROR: `http://127.0.0.1:${closedPort}` };

    const starting = startDatabase({ dataDir, env });

    await expect(starting).rejects.toThrow(
      [
        'No database could be started. Tried:',
        '  - mongod: no mongod on PATH',
        `  - memory-server: MongoDB cannot be downloaded: connect ECONNREFUSED 127.0.0.1:${closedPort}`,
        `The data in ${dbDir} were written by mongod and are untouched; no other kind of engine can read them.`,
        'Options:',
      ].join('\n'),
    );
    expect(readFileSync(join(dbDir, 'engine'), 'utf8')).toBe('mongod\n');
  });

  it('naming mongod when DATABASE_ENGINE is of the other kind: fails and names the engine of the data', async () => {
    const { dataDir, dbDir } = makeDbDir();
    writeFileSync(join(dbDir, 'engine'), 'mongod\n');

    const starting = startDatabase({
      dataDir,
      env: createMachineEnvironment({ DATABASE_ENGINE: 'secantus-native' }),
    });

    await expect(starting).rejects.toThrow(
      `The data in ${dbDir} were written by mongod, which secantus-native (DATABASE_ENGINE) cannot read. ` +
        'Unset DATABASE_ENGINE, or set DATA_DIR to another folder.',
    );
  });

  it('missing: the engine is identified by its files', async () => {
    const { dataDir, dbDir } = makeDbDir();
    mkdirSync(join(dbDir, 'mongod'));
    writeFileSync(join(dbDir, 'mongod', 'WiredTiger'), '');

    const starting = startDatabase({
      dataDir,
      env: createMachineEnvironment({ DATABASE_ENGINE: 'secantus-python' }),
    });

    await expect(starting).rejects.toThrow('were written by mongod, which secantus-python');
  });

  it('naming an unknown engine: fails with that name', async () => {
    const { dataDir, dbDir } = makeDbDir();
    writeFileSync(join(dbDir, 'engine'), 'postgres\n');

    await expect(startDatabase({ dataDir })).rejects.toThrow(
      `${join(dbDir, 'engine')} names "postgres" as the engine of this data, which is not one of mongod, memory-server, ` +
        'secantus-native, secantus-python.',
    );
  });
});

it('startDatabase with a data folder that cannot be created: fails with one sentence', async () => {
  const file = join(makeTempDir(), 'file');
  writeFileSync(file, '');

  await expect(startDatabase({ dataDir: file })).rejects.toThrow(
    `The data folder ${join(file, 'db')} is not writable (ENOTDIR).`,
  );
});

it('startDatabase with an existing data folder that is not writable: fails with one sentence', async () => {
  const dataDir = makeTempDir();
  // Not even root can create files in this folder.
  symlinkSync('/proc/self/task', join(dataDir, 'db'));

  await expect(startDatabase({ dataDir })).rejects.toThrow(
    `The data folder ${join(dataDir, 'db')} is not writable (`,
  );
});

describe('startDatabase with a cache folder that is not writable', () => {
  /** Not even root can create files in these folders. */
  function createUnwritableCaches() {
    const root = makeTempDir();
    const file = join(root, 'file');
    writeFileSync(file, '');
    symlinkSync('/proc/self/task', join(root, 'safarnama'));
    return [file, root];
  }

  it('with an installed engine: does not need it', async () => {
    const bin = makeTempDir();
    const mongod = writeFakeMongod(bin, 'mongod');
    for (const cache of createUnwritableCaches()) {
      const env = { ...createMachineEnvironment(), XDG_CACHE_HOME: cache, MONGOD_BINARY: mongod };
      const database = await start({ dataDir: makeTempDir(), env });

      expect(database.engine).toBe('mongod');
    }
  });

  it('with an engine that has to be installed: names the folder and the setting', async () => {
    for (const cache of createUnwritableCaches()) {
      const env = { ...createBareMachine(), XDG_CACHE_HOME: cache };

      await expect(startDatabase({ dataDir: makeTempDir(), env })).rejects.toThrow(
        new RegExp(
          `  - memory-server: the cache folder is not writable: ${cache}/safarnama \\(E[A-Z]+\\); ` +
            'XDG_CACHE_HOME selects another\n  - secantus-native: no native build',
        ),
      );
    }
  });
});
