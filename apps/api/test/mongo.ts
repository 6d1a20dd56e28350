import mongoose from 'mongoose';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
// Registers all models, so that all collections and indexes are created.
import '../src/services.js';
import '../src/newsletter/newsletter.model.js';
import { connectDatabase, type Database } from '../src/config/mongo.js';
import { whenBackgroundTasksEnd } from '../src/lib/background.js';
import { READ_METHODS } from '../src/lib/write-versions.js';
import { StorageOwnerModel } from '../src/media/storage-owner.js';
import { newDatabaseUri } from './database-uri.js';
import { silentLogger } from './silent-logger.js';

/** Returns the connection string of the database that `useDatabase` provides. */
export function currentDatabaseUri(): string {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${mongoose.connection.name}`;
  return uri.href;
}

/** The database of this worker, shared by its test files, because creating one with its indexes takes 100 ms. */
let workerDatabase: { name: string; database: Database } | undefined;

/** Connects to the worker's database, even if a test file has connected to another database in the meantime. */
async function openWorkerDatabase(): Promise<void> {
  if (workerDatabase?.database.isUp() && mongoose.connection.name === workerDatabase.name) return;
  const uri = new URL(newDatabaseUri());
  if (workerDatabase) uri.pathname = `/${workerDatabase.name}`;
  const database = connectDatabase(async () => uri.href, silentLogger);
  await database.ready;
  workerDatabase = { name: mongoose.connection.name, database };
}

/**
 * Empties the collections of all models and drops all other collections. After each test, `useDatabase` empties only
 * those that the test itself has written to: a test whose child process writes has to call this.
 */
export async function emptyDatabase(): Promise<void> {
  const collections = (await mongoose.connection.db?.collections()) ?? [];
  const modelNames = new Set(Object.values(mongoose.models).map(({ collection }) => collection.name));
  await Promise.all(
    collections.map((each) => (modelNames.has(each.collectionName) ? each.deleteMany({}) : each.drop())),
  );
}

/** Provides an empty database with indexes for the calling test file, and empties it after each test. */
export function useDatabase(): void {
  /**
   * Collections that the test has written to. Most tests write to few, and emptying all of them would take longer than
   * many of the tests.
   */
  const written = new Set<string>();
  beforeAll(async () => {
    await openWorkerDatabase();
    mongoose.set('debug', (collection: string, method: string) => {
      if (!READ_METHODS.has(method)) written.add(collection);
    });
  });
  afterEach(async () => {
    await whenBackgroundTasksEnd();
    // The tests of a file share a storage, which must stay assigned to this database.
    written.delete(StorageOwnerModel.collection.name);
    const models = Object.values(mongoose.models).filter(({ collection }) => written.has(collection.name));
    await Promise.all(models.map((model) => model.deleteMany({})));
    written.clear();
  });
  afterAll(async () => {
    mongoose.set('debug', false);
    await emptyDatabase();
  });
}
