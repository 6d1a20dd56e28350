import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { ownDatabaseUri } from '../../test/mongo.js';
import { processEnv, SettingsError } from '../config/env.js';
import { CommandError, describeError, withDatabase } from './command.js';

/** No port is like this, so that the driver gives up at once and not after ten seconds. */
const UNREACHABLE_URI = 'mongodb://me:hunter2@127.0.0.1:99999/site';
const UNREACHABLE_MESSAGE = 'Failed to connect to the database: Unable to parse 127.0.0.1:99999 with URL';

describe('a command on the database', () => {
  it('with one that is there: has it meanwhile, gives what came of it, and lets it go', async () => {
    const mongodbUri = ownDatabaseUri();

    const name = await withDatabase({ mongodbUri }, async () => mongoose.connection.name);

    expect(new URL(mongodbUri).pathname).toBe(`/${name}`);
    expect(mongoose.connection.readyState).toBe(mongoose.ConnectionStates.disconnected);
  });

  it('with none, and with one that cannot be reached: does nothing, and says so without the password', async () => {
    const neverCalled = async () => expect.unreachable();

    await expect(withDatabase({ mongodbUri: null }, neverCalled)).rejects.toThrow(SettingsError);
    const error = await withDatabase({ mongodbUri: UNREACHABLE_URI }, neverCalled).catch(describeError);

    expect(error).toBe(UNREACHABLE_MESSAGE);
  });

  it('whose database goes away on the way, or that has a fault: says the one in the same words, the other as it is', async () => {
    const mongodbUri = ownDatabaseUri();
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

  it.each([
    ['migrate', ['src/migrations/main.ts', '--status']],
    ['backup', ['src/backup/main.ts', 'backup', '/nowhere/site.tar']],
  ])('%s, whose database cannot be reached: one sentence, and 1', async (_name, args) => {
    const { PATH = '' } = processEnv();
    const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { PATH, MONGODB_URI: UNREACHABLE_URI, PASSWORD_PEPPER: 'a-pepper-that-keys-hashes-in-tests-only' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => output.push(text));

    expect(await once(child, 'close')).toEqual([1, null]);
    expect(output.join('')).toBe(`${UNREACHABLE_MESSAGE}\n`);
  });
});
