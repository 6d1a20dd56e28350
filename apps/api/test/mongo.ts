import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
// Registers all models, so that all collections and indexes are created.
import '../src/services.js';
import '../src/newsletter/newsletter.model.js';
import { connectDatabase, type Database } from '../src/config/mongo.js';
import { silentLogger } from './silent-logger.js';

/** Returns the connection string of a database that no other test file uses. */
export function ownDatabaseUri(): string {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/test_${randomBytes(6).toString('hex')}`;
  return uri.href;
}

/** Returns the connection string of the database that `useDatabase` has created for the calling test file. */
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

/** Creates a database with indexes for the calling test file, and empties it after each test. */
export function useDatabase(): void {
  let database: Database;
  /** Collections that the test has written to. Emptying all collections would take longer than most tests. */
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
