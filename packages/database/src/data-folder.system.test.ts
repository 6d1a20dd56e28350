import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFreePort } from './free-port.js';
import { processStartTime } from './processes.js';
import { startDatabase } from './start-database.js';
import { startParent } from './testing/parent.js';
import { openStories, quickEngine, start } from './testing/running.js';
import { createBareMachine, createMachineEnvironment, makeTempDir } from './testing/sandbox.js';

function makeDbDir() {
  const dataDir = makeTempDir();
  mkdirSync(join(dataDir, 'db'));
  return { dataDir, dbDir: join(dataDir, 'db') };
}

describe('two starts on one data folder', () => {
  it('by two processes: the second names the first and ends, the first goes on', async () => {
    const dataDir = makeTempDir();
    const parent = startParent(dataDir, createMachineEnvironment({ DATABASE_ENGINE: quickEngine }));
    const { uri = '' } = await parent.outcome;

    const second = startDatabase({ dataDir });

    await expect(second).rejects.toThrow(
      `Another process (pid ${parent.pid}) already runs the database in ${join(dataDir, 'db')}. ` +
        'Stop it first, or set DATA_DIR to another folder.',
    );
    expect(await (await openStories(uri)).countDocuments()).toBe(0);
  });

  it('at the same moment: exactly one of them gets it', async () => {
    const dataDir = makeTempDir();
    const env = createMachineEnvironment({ DATABASE_ENGINE: quickEngine });

    const outcomes = await Promise.all([1, 2, 3].map(() => startParent(dataDir, env).outcome));

    expect(outcomes.filter(({ uri }) => uri !== undefined)).toHaveLength(1);
    expect(outcomes.filter(({ failed }) => failed?.includes('already runs the database'))).toHaveLength(2);
  });

  it('by one process: the second says so, and after a stop it is free again', async () => {
    const dataDir = makeTempDir();
    const first = await start({ dataDir });

    await expect(startDatabase({ dataDir })).rejects.toThrow('This process already runs the database in');

    await first.stop();
    await expect(start({ dataDir })).resolves.toMatchObject({ engine: quickEngine });
  });
});

describe('a lock that a crash left', () => {
  it.each([
    { what: 'of a process that is gone', holder: { pid: 4_194_000, startedAt: 'long ago', token: 'a' } },
    // This very process has the pid now, but began at another time.
    {
      what: 'whose pid another process has now',
      holder: { pid: process.pid, startedAt: 'long ago', token: 'a' },
    },
    { what: 'cut short', holder: null },
  ])('$what: does not stand in the way', async ({ holder }) => {
    const { dataDir, dbDir } = makeDbDir();
    writeFileSync(join(dbDir, 'lock'), holder === null ? '{"pid":' : JSON.stringify(holder));

    await start({ dataDir });

    const lock = JSON.parse(readFileSync(join(dbDir, 'lock'), 'utf8'));
    expect(lock).toMatchObject({ pid: process.pid, startedAt: processStartTime(process.pid) });
  });
});

describe('the record of the engine that wrote the data', () => {
  it('names mongod, and no such engine can start: the start fails and makes no new site', async () => {
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
        `  - memory-server: the MongoDB download is out of reach: connect ECONNREFUSED 127.0.0.1:${closedPort}`,
        `The data in ${dbDir} were written by mongod and are untouched; no other kind of engine reads them.`,
        'Three ways on:',
      ].join('\n'),
    );
    expect(readFileSync(join(dbDir, 'engine'), 'utf8')).toBe('mongod\n');
  });

  it('names mongod, and DATABASE_ENGINE one of the other kind: says whose data they are', async () => {
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

  it('is lost: the files tell whose data they are', async () => {
    const { dataDir, dbDir } = makeDbDir();
    mkdirSync(join(dbDir, 'mongod'));
    writeFileSync(join(dbDir, 'mongod', 'WiredTiger'), '');

    const starting = startDatabase({
      dataDir,
      env: createMachineEnvironment({ DATABASE_ENGINE: 'secantus-python' }),
    });

    await expect(starting).rejects.toThrow('were written by mongod, which secantus-python');
  });

  it('names an unknown engine: says so', async () => {
    const { dataDir, dbDir } = makeDbDir();
    writeFileSync(join(dbDir, 'engine'), 'postgres\n');

    await expect(startDatabase({ dataDir })).rejects.toThrow(
      `${join(dbDir, 'engine')} says that "postgres" wrote this data, which is none of mongod, memory-server, ` +
        'secantus-native, secantus-python.',
    );
  });
});

it('a data folder that cannot be made: is one sentence', async () => {
  const file = join(makeTempDir(), 'file');
  writeFileSync(file, '');

  await expect(startDatabase({ dataDir: file })).rejects.toThrow(
    `The data folder ${join(file, 'db')} cannot be written (ENOTDIR).`,
  );
});
