import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
// Registers every model, so that every collection and index is made.
import '../src/services.js';
import '../src/newsletter/newsletter.model.js';
import { connectDatabase, type Database } from '../src/config/mongo.js';
import { silentLogger } from './silent-logger.js';

/** The address of a database that no other test file uses. */
export function ownDatabaseUri(): string {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/test_${randomBytes(6).toString('hex')}`;
  return uri.href;
}

/** The address of the database that `useDatabase` has given the calling test file. */
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

/** Gives the calling test file a database of its own, with its indexes; each test starts with it empty. */
export function useDatabase(): void {
  let database: Database;
  /** Most tests write to few of the collections, and emptying all of them would cost more than many a test. */
  const written = new Set<string>();
  beforeAll(async () => {
    const uri = ownDatabaseUri();
    database = connectDatabase(async () => uri, silentLogger);
    await database.ready;
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
    await mongoose.connection.dropDatabase();
    await database.close();
  });
}
