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
/** Nothing listens there, and no host name has to be resolved. */
const NO_DOWNLOAD = { MONGOMS_DOWNLOAD_MIRROR: `http://127.0.0.1:${closedPort}` };

describe('startDatabase', () => {
  it('on a machine without any engine: fails with the reason for each and the options', async () => {
    const dataDir = makeTempDir();

    const starting = startDatabase({ dataDir, env: { ...createBareMachine(), ...NO_DOWNLOAD } });

    await expect(starting).rejects.toThrow(
      [
        'No database could be started. Tried:',
        '  - mongod: no mongod on PATH',
        `  - memory-server: MongoDB cannot be downloaded: connect ECONNREFUSED 127.0.0.1:${closedPort}`,
        '  - secantus-native: no native build: npm run db:build creates one',
        '  - secantus-python: no Python 3.10 or newer on PATH',
        '  - secantus-native: it cannot be built on this machine: no cargo, no cmake, no C compiler; install Rust ' +
          '(https://rustup.rs), cmake (Debian: apt-get install cmake; macOS: brew install cmake), a C compiler ' +
          '(Debian: apt-get install build-essential; macOS: xcode-select --install)',
        'Options:',
        '  - install MongoDB, so that mongod is on PATH,',
        '  - run everything in containers: docker compose up,',
        '  - set MONGODB_URI to your own MongoDB server.',
      ].join('\n'),
    );
    expect(existsSync(join(dataDir, 'db', 'engine'))).toBe(false);
    expect(existsSync(join(dataDir, 'db', 'lock'))).toBe(false);
  });

  it('with mongod on PATH: prefers it', async () => {
    const dataDir = makeTempDir();
    const bin = makeTempDir();
    writeFakeMongod(bin, 'mongod');

    const database = await start({ dataDir, env: { ...createBareMachine(), PATH: `${bin}:/usr/bin:/bin` } });
    await (await openStories(database.uri)).insertOne({ _id: 1, title: 'Kochi' });

    expect(database.reason).toBe('Database: mongod (the first available).');
    expect(database.uri).toBe(`mongodb://127.0.0.1:${database.port}/safarnama?directConnection=true`);
    expect(existsSync(join(dataDir, 'db', 'mongod', 'WiredTiger'))).toBe(true);
  });

  it('with an engine that fails to start: tries the next one and removes its data folder', async () => {
    const dataDir = makeTempDir();
    const bin = makeTempDir();
    writeScript(bin, 'mongod', 'echo "Illegal instruction" >&2; exit 132');
    const env = createMachineEnvironment({
      ...NO_DOWNLOAD,
      PATH: `${bin}:${createMachineEnvironment().PATH}`,
    });

    const database = await start({ dataDir, env });

    expect(database.engine).toMatch(/^secantus-/);
    expect(database.reason).toContain('the server failed to start; MongoDB cannot be downloaded');
    expect(existsSync(join(dataDir, 'db', 'mongod'))).toBe(false);
  });
});

describe('DATABASE_ENGINE', () => {
  it('with an unknown value: fails and lists the supported ones', async () => {
    const env = { ...createBareMachine(), DATABASE_ENGINE: 'postgres' };

    await expect(startDatabase({ dataDir: makeTempDir(), env })).rejects.toThrow(
      'DATABASE_ENGINE is "postgres"; it can be one of mongod, memory-server, secantus-native, secantus-python.',
    );
  });

  it('naming an engine that this machine lacks: fails without trying another', async () => {
    const env = createMachineEnvironment({
      PATH: createBareMachine().PATH,
      DATABASE_ENGINE: 'mongod',
      MONGOD_BINARY: undefined,
    });

    await expect(startDatabase({ dataDir: makeTempDir(), env })).rejects.toThrow(
      'The engine set by DATABASE_ENGINE failed:\n  - mongod: no mongod on PATH\nOptions:',
    );
  });

  it('mongod with a MONGOD_BINARY that is not executable: fails and names the file', async () => {
    const env = { ...createBareMachine(), DATABASE_ENGINE: 'mongod', MONGOD_BINARY: '/nowhere/mongod' };

    await expect(startDatabase({ dataDir: makeTempDir(), env })).rejects.toThrow(
      '  - mongod: MONGOD_BINARY is not executable: /nowhere/mongod is missing or cannot be run',
    );
  });
});

describe('a requested port', () => {
  it('that is free: is used', async () => {
    const first = await start({ dataDir: makeTempDir() });
    await first.stop();

    const second = await start({ dataDir: makeTempDir(), port: first.port });

    expect(second.uri).toContain(`mongodb://127.0.0.1:${first.port}/`);
  });

  it('that is taken: fails with the reason and unlocks the data folder', async () => {
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

describe('a cancelled start', () => {
  it('before it begins: rejects and leaves the data folder unlocked', async () => {
    const dataDir = makeTempDir();

    await expect(startDatabase({ dataDir, signal: AbortSignal.abort() })).rejects.toThrow('aborted');

    await expect(start({ dataDir })).resolves.toMatchObject({ engine: quickEngine });
  });

  it('while the server is starting: stops it', async () => {
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
