import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
// Registers all models, so that all collections and indexes are created.
import '../src/services.js';
import '../src/newsletter/newsletter.model.js';
import { connectDatabase, type Database } from '../src/config/mongo.js';
import { silentLogger } from './silent-logger.js';

/** Returns the connection string of a new database. */
export function ownDatabaseUri(): string {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${inject('databasePrefix')}${randomBytes(6).toString('hex')}`;
  return uri.href;
}

/** Returns the connection string of the database that `useDatabase` provides. */
export function currentDatabaseUri(): string {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${mongoose.connection.name}`;
  return uri.href;
}

/** Collection methods that leave the stored documents as they are. */
const READ_METHODS: ReadonlySet<string> = new Set([
  'find',
  'findOne',
  'aggregate',
  'countDocuments',
  'distinct',
]);

/** The database of this worker, which all of its test files use: creating one with its indexes takes 100 ms. */
let own: { name: string; database: Database } | undefined;

/** Connects to the worker's database, also after a test file has used another one. */
async function openOwnDatabase(): Promise<void> {
  if (own?.database.isUp() && mongoose.connection.name === own.name) return;
  const uri = new URL(ownDatabaseUri());
  if (own) uri.pathname = `/${own.name}`;
  const database = connectDatabase(async () => uri.href, silentLogger);
  await database.ready;
  own = { name: mongoose.connection.name, database };
}

/** Removes what tests have written without models, which `useDatabase` does not notice. */
async function emptyDatabase(): Promise<void> {
  const collections = (await mongoose.connection.db?.collections()) ?? [];
  const modelNames = new Set(Object.values(mongoose.models).map(({ collection }) => collection.name));
  await Promise.all(
    collections.map((each) => (modelNames.has(each.collectionName) ? each.deleteMany({}) : each.drop())),
  );
}

/** Provides an empty database with indexes for the calling test file, and empties it after each test. */
export function useDatabase(): void {
  /** Most tests write to few of the collections, and emptying all of them would cost more than many a test. */
  const written = new Set<string>();
  beforeAll(async () => {
    await openOwnDatabase();
    mongoose.set('debug', (collection: string, method: string) => {
      if (!READ_METHODS.has(method)) written.add(collection);
    });
  });
  afterEach(async () => {
    const models = Object.values(mongoose.models).filter(({ collection }) => written.has(collection.name));
    await Promise.all(models.map((model) => model.deleteMany({})));
    written.clear();
  });
  afterAll(async () => {
    mongoose.set('debug', false);
    await emptyDatabase();
  });
}
