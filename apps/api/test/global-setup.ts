import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startDatabase } from '@safarnama/database';
import type { TestProject } from 'vitest/node';
import { processEnv } from '../src/config/env.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the server that all workers share, each with a database of its own. */
    mongodbUri: string;
    /** Name of its embedded engine, or `mongodb` for the server of MONGODB_URI. */
    databaseEngine: string;
    /** Start of the names of all databases that this run creates. */
    databasePrefix: string;
  }
}

/** Removes the databases of this run from the server of MONGODB_URI. */
async function dropDatabases(uri: string, prefix: string): Promise<void> {
  const { default: mongoose } = await import('mongoose');
  const connection = await mongoose.createConnection(uri).asPromise();
  const { databases } = await connection.listDatabases();
  for (const { name } of databases) {
    if (name.startsWith(prefix)) await connection.useDb(name).dropDatabase();
  }
  await connection.close();
}

/** Starts an embedded database server in an empty folder, unless MONGODB_URI is set. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const env = processEnv();
  const prefix = `test_${randomBytes(6).toString('hex')}_`;
  project.provide('databasePrefix', prefix);
  const uri = env['MONGODB_URI'];
  if (uri) {
    project.provide('mongodbUri', uri);
    project.provide('databaseEngine', 'mongodb');
    return () => dropDatabases(uri, prefix);
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'safarnama-api-test-'));
  const database = await startDatabase({
    dataDir,
    env,
    onProgress: (text) => console.log(text),
    // Durability is not needed here: tests that kill a server start one of their own.
    syncOnCommit: false,
  });
  console.log(database.reason);
  project.provide('mongodbUri', database.uri);
  project.provide('databaseEngine', database.engine);
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
