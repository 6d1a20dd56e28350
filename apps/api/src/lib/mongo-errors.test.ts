import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/mongo.js';
import { UserModel } from '../user/user.model.js';
import { isDatabaseUnavailableError, isDuplicateKeyError } from './mongo-errors.js';

useDatabase();

describe('isDuplicateKeyError', () => {
  it('with a duplicate value: is true for its field only', async () => {
    const row = {
      fullName: 'x',
      nameKey: 'x',
      nameTokens: [],
      email: 'a@b.in',
      emailKey: 'a@b.in',
      passwordHash: 'x',
    };
    await UserModel.create(row);

    const error: unknown = await UserModel.create(row).catch((caught: unknown) => caught);

    expect(isDuplicateKeyError(error, 'emailKey')).toBe(true);
    expect(isDuplicateKeyError(error, 'slug')).toBe(false);
    expect(isDatabaseUnavailableError(error)).toBe(false);
    expect(isDuplicateKeyError(new Error('emailKey'), 'emailKey')).toBe(false);
  });
});

describe('isDatabaseUnavailableError', () => {
  const reset = (syscall: object) =>
    Object.assign(new Error('write ECONNRESET'), { code: 'ECONNRESET', ...syscall });
  class MongoNetworkError extends Error {
    override name = 'MongoNetworkError';
  }

  it.each<[string, unknown, boolean]>([
    ['a lost connection', new MongoNetworkError('closed'), true],
    [
      'a server that the driver has closed',
      new mongoose.mongo.MongoServerClosedError('Server is closed'),
      true,
    ],
    ['a plain socket error', reset({ syscall: 'write' }), true],
    ['an error that wraps one', new Error('failed', { cause: reset({ syscall: 'read' }) }), true],
    ['a disconnected client', reset({}), false],
    ['a write to a closed socket', Object.assign(new Error('ended'), { code: 'EPIPE' }), true],
    ['a server that is shutting down', Object.assign(new Error('shutdown'), { code: 91 }), true],
    [
      'a closed Mongoose connection',
      new mongoose.MongooseError('Cannot call x if bufferCommands = false'),
      true,
    ],
    ['a validation error', new mongoose.Error.ValidationError(), false],
    ['a programming error', new TypeError('x is undefined'), false],
    ['no error', 'MongoNetworkError', false],
  ])('%s', (_case, error, expected) => {
    expect(isDatabaseUnavailableError(error)).toBe(expected);
  });
});
