import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFreePort } from './free-port.js';
import { startDatabase } from './start-database.js';
import { writeFakeMongod } from './testing/fake-mongod.js';
import { openStories, quickEngine, start } from './testing/running.js';
import {
  createBareMachine,
  createMachineEnvironment,
  makeTempDir,
  requireProgram,
  writeScript,
} from './testing/sandbox.js';

const closedPort = await findFreePort();
/** Nothing listens there, and no name has to be looked up. */
const NO_DOWNLOAD = { MONGOMS_DOWNLOAD_MIRROR: `http://127.0.0.1:${closedPort}` };

describe('the chain', () => {
  it('on a machine with nothing: names every engine with its reason, and three ways on', async () => {
    const dataDir = makeTempDir();

    const starting = startDatabase({ dataDir, env: { ...createBareMachine(), ...NO_DOWNLOAD } });

    await expect(starting).rejects.toThrow(
      [
        'No database could be started. Tried:',
        '  - mongod: no mongod on PATH',
        `  - memory-server: the MongoDB download is out of reach: connect ECONNREFUSED 127.0.0.1:${closedPort}`,
        '  - secantus-native: no native build: npm run db:build makes one',
        '  - secantus-python: no Python 3.10 or newer on PATH',
        '  - secantus-native: it cannot be built here: no cargo, no cmake, no C compiler; install Rust ' +
          '(https://rustup.rs), cmake (Debian: apt-get install cmake; macOS: brew install cmake), a C compiler ' +
          '(Debian: apt-get install build-essential; macOS: xcode-select --install)',
        'Three ways on:',
        '  - install MongoDB, so that mongod is on PATH,',
        '  - run everything in containers: docker compose up,',
        '  - set MONGODB_URI to a MongoDB server that you have.',
      ].join('\n'),
    );
    expect(existsSync(join(dataDir, 'db', 'engine'))).toBe(false);
    expect(existsSync(join(dataDir, 'db', 'lock'))).toBe(false);
  });

  it('with mongod on PATH: takes it, before everything else', async () => {
    const dataDir = makeTempDir();
    const bin = makeTempDir();
    writeFakeMongod(bin, 'mongod');

    const database = await start({ dataDir, env: { ...createBareMachine(), PATH: `${bin}:/usr/bin:/bin` } });
    await (await openStories(database.uri)).insertOne({ _id: 1, title: 'Kochi' });

    expect(database.reason).toBe('Database: mongod (the first that this machine has).');
    expect(database.uri).toBe(`mongodb://127.0.0.1:${database.port}/safarnama?directConnection=true`);
    expect(existsSync(join(dataDir, 'db', 'mongod', 'WiredTiger'))).toBe(true);
  });

  it('with an engine that is found and does not start: goes on and leaves no data folder of it', async () => {
    const dataDir = makeTempDir();
    const bin = makeTempDir();
    writeScript(bin, 'mongod', 'echo "Illegal instruction" >&2; exit 132');
    const env = createMachineEnvironment({
      ...NO_DOWNLOAD,
      PATH: `${bin}:${createMachineEnvironment().PATH}`,
    });

    const database = await start({ dataDir, env });

    expect(database.engine).toMatch(/^secantus-/);
    expect(database.reason).toContain('the server does not start; the MongoDB download is out of reach');
    expect(existsSync(join(dataDir, 'db', 'mongod'))).toBe(false);
  });
});

describe('DATABASE_ENGINE', () => {
  it('unknown: lists what it can be', async () => {
    const env = { ...createBareMachine(), DATABASE_ENGINE: 'postgres' };

    await expect(startDatabase({ dataDir: makeTempDir(), env })).rejects.toThrow(
      'DATABASE_ENGINE is "postgres"; it can be one of mongod, memory-server, secantus-native, secantus-python.',
    );
  });

  it('names one that this machine lacks: says so and takes no other', async () => {
    const env = createMachineEnvironment({
      PATH: createBareMachine().PATH,
      DATABASE_ENGINE: 'mongod',
      MONGOD_BINARY: undefined,
    });

    await expect(startDatabase({ dataDir: makeTempDir(), env })).rejects.toThrow(
      'DATABASE_ENGINE asks for one that fails:\n  - mongod: no mongod on PATH\nThree ways on:',
    );
  });

  it('mongod, with a MONGOD_BINARY that is no program: names the file', async () => {
    const env = { ...createBareMachine(), DATABASE_ENGINE: 'mongod', MONGOD_BINARY: '/nowhere/mongod' };

    await expect(startDatabase({ dataDir: makeTempDir(), env })).rejects.toThrow(
      '  - mongod: MONGOD_BINARY is no program: /nowhere/mongod is missing or cannot be run',
    );
  });
});

describe('a port', () => {
  it('that is asked for and free: is the one', async () => {
    const first = await start({ dataDir: makeTempDir() });
    await first.stop();

    const second = await start({ dataDir: makeTempDir(), port: first.port });

    expect(second.uri).toContain(`mongodb://127.0.0.1:${first.port}/`);
  });

  it('that is asked for and taken: is one sentence, and the data folder is free again', async () => {
    const dataDir = makeTempDir();
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });

    const starting = startDatabase({
      dataDir,
      port,
      env: createMachineEnvironment({ DATABASE_ENGINE: quickEngine }),
    });

    await expect(starting).rejects.toThrow(
      `Port ${port} is taken by another program. The database needs it.`,
    );
    other.close();
    await expect(start({ dataDir, port })).resolves.toMatchObject({ port });
  });
});

describe('a start that is given up', () => {
  it('before it began: rejects and leaves the data folder free', async () => {
    const dataDir = makeTempDir();

    await expect(startDatabase({ dataDir, signal: AbortSignal.abort() })).rejects.toThrow('aborted');

    await expect(start({ dataDir })).resolves.toMatchObject({ engine: quickEngine });
  });

  it('while the server starts: ends it', async () => {
    const dataDir = makeTempDir();
    const bin = makeTempDir();
    mkdirSync(join(dataDir, 'db'));
    writeScript(bin, 'mongod', `exec ${requireProgram('sleep')} 60`);
    const abort = new AbortController();
    const env = { ...createBareMachine(), DATABASE_ENGINE: 'mongod', MONGOD_BINARY: join(bin, 'mongod') };

    const starting = startDatabase({ dataDir, env, signal: abort.signal });
    setTimeout(() => abort.abort(), 300);

    await expect(starting).rejects.toThrow('aborted');
    expect(existsSync(join(dataDir, 'db', 'server.json'))).toBe(false);
  });
});
