import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Collection } from 'mongodb';
import { MongoClient } from 'mongodb';
import { onTestFinished } from 'vitest';
import type { EngineName, Program } from '../engine.js';
import { ENGINES } from '../engines.js';
import { findProgram } from '../find-program.js';
import { findCacheDir } from '../settings.js';
import type { Database, DatabaseOptions } from '../start-database.js';
import { startDatabase } from '../start-database.js';
import { createMachineEnvironment } from './sandbox.js';

export interface Story {
  _id: number;
  title: string;
}

/**
 * The programs of the engines that can run here without downloading MongoDB: those already available, and the Python
 * one, which is installed now if the cache folder lacks it.
 */
export const programs = await prepareEngines();

export const availableEngines = [...programs.keys()];

/** The engine that starts fastest, for tests that do not depend on the engine. */
export const quickEngine = (['secantus-native', 'mongod', 'memory-server', 'secantus-python'] as const).find(
  (name) => programs.has(name),
);

/** Starts a database that is stopped at the end of the test at the latest. */
export async function start(options: DatabaseOptions): Promise<Database> {
  const database = await startDatabase({
    env: createMachineEnvironment({ DATABASE_ENGINE: quickEngine }),
    ...options,
  });
  onTestFinished(() => database.stop());
  return database;
}

/** Opens the collection `stories` on a separate connection until the end of the test; writes wait for the journal. */
export async function openStories(uri: string): Promise<Collection<Story>> {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: 5000,
    writeConcern: { w: 'majority', journal: true },
  });
  onTestFinished(() => client.close());
  await client.connect();
  return client.db().collection<Story>('stories');
}

/** Reads the process ids of a running database. */
export function readPids(dataDir: string): { server: number; watchdog: number } {
  const record = JSON.parse(readFileSync(join(dataDir, 'db', 'server.json'), 'utf8'));
  return { server: record.server.pid, watchdog: record.watchdog.pid };
}

async function prepareEngines(): Promise<Map<EngineName, Program>> {
  const env = createMachineEnvironment();
  const context = {
    env,
    cacheDir: findCacheDir(env),
    onProgress: () => {},
    signal: new AbortController().signal,
    dataPath: '',
    dbDir: '',
    ignoresEarlierFailure: false,
    dependenciesReady: Promise.resolve(),
    syncOnCommit: true,
  };
  const prepared = new Map<EngineName, Program>();
  for (const engine of ENGINES) {
    const hasPython = findProgram(['python3', 'python'], env) !== null;
    const canBeInstalled = engine.name === 'secantus-python' && hasPython;
    const program = (await engine.find(context)) ?? (canBeInstalled ? await engine.install(context) : null);
    if (program !== null) prepared.set(engine.name, program);
  }
  return prepared;
}
