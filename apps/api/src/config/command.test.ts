import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { ownDatabaseUri } from '../../test/mongo.js';
import { CommandError, explain, withDatabase } from './command.js';
import { processEnv, SettingsError } from './env.js';

/** No port is like this, so that the driver gives up at once and not after ten seconds. */
const NOWHERE = 'mongodb://me:hunter2@127.0.0.1:99999/site';
const UNREACHABLE = 'The database cannot be reached: Unable to parse 127.0.0.1:99999 with URL';

describe('a command on the database', () => {
  it('with one that is there: has it meanwhile, gives what came of it, and lets it go', async () => {
    const mongodbUri = ownDatabaseUri();

    const name = await withDatabase({ mongodbUri }, async () => mongoose.connection.name);

    expect(new URL(mongodbUri).pathname).toBe(`/${name}`);
    expect(mongoose.connection.readyState).toBe(mongoose.ConnectionStates.disconnected);
  });

  it('with none, and with one that cannot be reached: does nothing, and says so without the password', async () => {
    const never = async () => expect.unreachable();

    await expect(withDatabase({ mongodbUri: null }, never)).rejects.toThrow(SettingsError);
    const error = await withDatabase({ mongodbUri: NOWHERE }, never).catch(explain);

    expect(error).toBe(UNREACHABLE);
  });

  it('whose database goes away on the way, or that has a fault: says the one in the same words, the other as it is', async () => {
    const mongodbUri = ownDatabaseUri();
    const away = new mongoose.mongo.MongoNetworkError('connection 7 to 127.0.0.1:27017 closed');
    const fault = new TypeError('x is not a function');
    const run = (error: Error) => withDatabase({ mongodbUri }, () => Promise.reject(error));

    await expect(run(away)).rejects.toThrow(
      new CommandError('The database cannot be reached: connection 7 to 127.0.0.1:27017 closed'),
    );
    await expect(run(fault)).rejects.toBe(fault);

    expect(explain(fault)).toMatch(/^TypeError: x is not a function\n\s+at /);
    expect(mongoose.connection.readyState).toBe(mongoose.ConnectionStates.disconnected);
  });

  it.each([
    ['migrate', ['src/migrations/main.ts', '--status']],
    ['backup', ['src/backup/main.ts', 'backup', '/nowhere/site.tar']],
  ])('%s, whose database cannot be reached: one sentence, and 1', async (_name, args) => {
    const { PATH = '' } = processEnv();
    const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { PATH, MONGODB_URI: NOWHERE, PASSWORD_PEPPER: 'a-pepper-that-keys-hashes-in-tests-only' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const written: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => written.push(text));

    expect(await once(child, 'close')).toEqual([1, null]);
    expect(written.join('')).toBe(`${UNREACHABLE}\n`);
  });
});
