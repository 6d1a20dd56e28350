import mongoose from 'mongoose';
import { beforeAll, describe, expect, it } from 'vitest';
import { newDatabaseUri } from '../../test/database-uri.js';
import { SettingsError } from '../config/env.js';
import { CommandError, describeError, readUsage, withDatabase } from './command.js';

/** The invalid port makes the driver fail at once instead of after ten seconds. */
const UNREACHABLE_URI = 'mongodb://me:hunter2@127.0.0.1:99999/site';
const UNREACHABLE_MESSAGE = 'Failed to connect to the database: Unable to parse 127.0.0.1:99999 with URL';

// Other test files of this worker leave a connection open.
beforeAll(() => mongoose.disconnect());

describe('readUsage', () => {
  it.each(['admin', 'backup', 'migrate', 'restore'] as const)(
    '%s, from source: begins with the command line of the npm script, and has no other one',
    (name) => {
      const usage = readUsage(name);

      expect(usage.startsWith(`npm run ${name} -- `)).toBe(true);
      expect(usage).not.toMatch(/\{command\}|dist\//);
    },
  );
});

describe('withDatabase', () => {
  it('with an available database: connects, returns the result and disconnects', async () => {
    const mongodbUri = newDatabaseUri();

    const name = await withDatabase({ mongodbUri }, async () => mongoose.connection.name);

    expect(new URL(mongodbUri).pathname).toBe(`/${name}`);
    expect(mongoose.connection.readyState).toBe(mongoose.ConnectionStates.disconnected);
  });

  it('without a database, or with an unavailable one: throws, without the password in the message', async () => {
    const neverCalled = async () => expect.unreachable();

    await expect(withDatabase({ mongodbUri: null }, neverCalled)).rejects.toThrow(SettingsError);
    const error = await withDatabase({ mongodbUri: UNREACHABLE_URI }, neverCalled).catch(describeError);

    expect(error).toBe(UNREACHABLE_MESSAGE);
  });

  it('with a lost connection: throws a CommandError; with a programming error: rethrows it', async () => {
    const mongodbUri = newDatabaseUri();
    const networkError = new mongoose.mongo.MongoNetworkError('connection 7 to 127.0.0.1:27017 closed');
    const bug = new TypeError('x is not a function');
    const run = (error: Error) => withDatabase({ mongodbUri }, () => Promise.reject(error));

    await expect(run(networkError)).rejects.toThrow(
      new CommandError('Failed to connect to the database: connection 7 to 127.0.0.1:27017 closed'),
    );
    await expect(run(bug)).rejects.toBe(bug);

    expect(describeError(bug)).toMatch(/^TypeError: x is not a function\n\s+at /);
    expect(mongoose.connection.readyState).toBe(mongoose.ConnectionStates.disconnected);
  });
});
