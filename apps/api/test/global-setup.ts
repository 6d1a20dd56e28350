import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startDatabase } from '@safarnama/database';
import type { TestProject } from 'vitest/node';
import { processEnv } from '../src/config/env.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the one server that all test files share; each takes a database of its own on it. */
    mongodbUri: string;
    /** What it is: one of the embedded engines, or `mongodb` for the one of MONGODB_URI. */
    databaseEngine: string;
  }
}

/** Starts one database server for the run: the one of MONGODB_URI, else an embedded one on an empty folder. */
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
    // Tests that kill a server start one of their own.
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
