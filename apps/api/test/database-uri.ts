import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';

/** Returns the connection string of a new database. Apart from `mongo.ts`, which imports the whole API. */
export function newDatabaseUri(): string {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${inject('databasePrefix')}${randomBytes(6).toString('hex')}`;
  return uri.href;
}
