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

  it.each([
    ['_id_', ['_id']],
    ['key_1', ['key']],
    ['clientKey_1', ['clientKey']],
    ['userId_1_key_-1', ['userId', 'key']],
  ])('with only the name of the index %s: is true for its fields only', (index, fields) => {
    const message = `E11000 duplicate key error collection: site.media index: ${index} dup key: { slug: "key" }`;
    const error = Object.assign(new Error(message), { code: 11_000 });

    const matching = ['_id', 'key', 'clientKey', 'userId', 'slug', 'id'].filter((field) =>
      isDuplicateKeyError(error, field),
    );

    expect(matching.sort()).toEqual(fields.sort());
  });
});

describe('isDatabaseUnavailableError', () => {
  const reset = (syscall: object) =>
    Object.assign(new Error('write ECONNRESET'), { code: 'ECONNRESET', ...syscall });
  class MongoNetworkError extends Error {
    override name = 'MongoNetworkError';
  }

  it.each<[string, boolean, unknown]>([
    ['a lost connection', true, new MongoNetworkError('closed')],
    [
      'a server that the driver has closed',
      true,
      new mongoose.mongo.MongoServerClosedError('Server is closed'),
    ],
    ['a plain socket error', true, reset({ syscall: 'write' })],
    ['an error that wraps one', true, new Error('failed', { cause: reset({ syscall: 'read' }) })],
    ['a disconnected client', false, reset({})],
    ['a write to a closed socket', true, Object.assign(new Error('ended'), { code: 'EPIPE' })],
    ['a server that is shutting down', true, Object.assign(new Error('shutdown'), { code: 91 })],
    [
      'a closed Mongoose connection',
      true,
      new mongoose.MongooseError('Cannot call x if bufferCommands = false'),
    ],
    ['a validation error', false, new mongoose.Error.ValidationError()],
    ['a programming error', false, new TypeError('x is undefined')],
    ['a string', false, 'MongoNetworkError'],
  ])('with %s: returns %s', (_case, expected, error) => {
    expect(isDatabaseUnavailableError(error)).toBe(expected);
  });
});
