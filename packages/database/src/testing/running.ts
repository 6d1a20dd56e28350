import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Collection } from 'mongodb';
import { MongoClient } from 'mongodb';
import { onTestFinished } from 'vitest';
import type { EngineName, Program } from '../engine.js';
import { ENGINES } from '../engines.js';
import { findProgram } from '../find-program.js';
import { ensureCacheDir } from '../settings.js';
import type { Database, DatabaseOptions } from '../start-database.js';
import { startDatabase } from '../start-database.js';
import { createMachineEnvironment } from './sandbox.js';

export interface Story {
  _id: number;
  title: string;
}

/**
 * What this machine runs without a download, by engine: what it has, and the one that installs itself.
 * A run on an empty cache folder therefore begins with that install.
 */
export const programs = await prepareEngines();

export const availableEngines = [...programs.keys()];

/** The one that starts most quickly, for tests of what is the same with all of them. */
export const quickEngine = (['secantus-native', 'mongod', 'memory-server', 'secantus-python'] as const).find(
  (name) => programs.has(name),
);

/** Starts a database that is stopped at the latest when the test has finished. */
export async function start(options: DatabaseOptions): Promise<Database> {
  const database = await startDatabase({
    env: createMachineEnvironment({ DATABASE_ENGINE: quickEngine }),
    ...options,
  });
  onTestFinished(() => database.stop());
  return database;
}

/** The collection `stories` over a connection of its own, closed after the test; every write is awaited on disk. */
export async function openStories(uri: string): Promise<Collection<Story>> {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: 5000,
    writeConcern: { w: 'majority', journal: true },
  });
  onTestFinished(() => client.close());
  await client.connect();
  return client.db().collection<Story>('stories');
}

/** The ids of the processes behind a running database. */
export function readPids(dataDir: string): { server: number; watchdog: number } {
  const record = JSON.parse(readFileSync(join(dataDir, 'db', 'server.json'), 'utf8'));
  return { server: record.server.pid, watchdog: record.watchdog.pid };
}

async function prepareEngines(): Promise<Map<EngineName, Program>> {
  const env = createMachineEnvironment();
  const context = {
    env,
    cacheDir: ensureCacheDir(env),
    onProgress: () => {},
    signal: new AbortController().signal,
    dataPath: '',
    dbDir: '',
    isOnlyChoice: false,
    dependenciesReady: Promise.resolve(),
    syncOnCommit: true,
  };
  const prepared = new Map<EngineName, Program>();
  for (const engine of ENGINES) {
    const hasPython = findProgram(['python3', 'python'], env) !== null;
    const installsItself = engine.name === 'secantus-python' && hasPython;
    const program = (await engine.find(context)) ?? (installsItself ? await engine.install(context) : null);
    if (program !== null) prepared.set(engine.name, program);
  }
  return prepared;
}
