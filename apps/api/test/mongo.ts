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

/** Gives the calling test file a database of its own, with its indexes; each test starts with it empty. */
export function useDatabase(): void {
  let database: Database;
  beforeAll(async () => {
    const uri = ownDatabaseUri();
    database = connectDatabase(async () => uri, silentLogger);
    await database.ready;
  });
  afterEach(async () => {
    await Promise.all(Object.values(mongoose.models).map((model) => model.deleteMany({})));
  });
  afterAll(async () => {
    await mongoose.connection.dropDatabase();
    await database.close();
  });
}
