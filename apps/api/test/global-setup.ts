import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startDatabase } from '@safarnama/database';
import type { TestProject } from 'vitest/node';
import { processEnv } from '../src/config/env.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the server that all test files share, each with a database of its own. */
    mongodbUri: string;
    /** Name of its embedded engine, or `mongodb` for the server of MONGODB_URI. */
    databaseEngine: string;
  }
}

/** Starts an embedded database server in an empty folder, unless MONGODB_URI is set. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const env = processEnv();
  if (env['MONGODB_URI']) {
    project.provide('mongodbUri', env['MONGODB_URI']);
    project.provide('databaseEngine', 'mongodb');
    return async () => {};
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
