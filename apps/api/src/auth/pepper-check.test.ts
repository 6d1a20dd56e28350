import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/mongo.js';
import { UserModel } from '../user/user.model.js';
import { checkPepper, forgetPepperCheck } from './pepper-check.js';

useDatabase();

describe('checkPepper', () => {
  it('with users and a new pepper: returns a problem, until the former pepper is set or the new one accepted', async () => {
    await UserModel.collection.insertOne({});

    expect(await checkPepper('the first pepper')).toBeNull();
    expect(await checkPepper('another pepper')).toContain('nobody could sign in');
    expect(await checkPepper('the first pepper')).toBeNull();

    await forgetPepperCheck();
    expect(await checkPepper('another pepper')).toBeNull();
    expect(await checkPepper('the first pepper')).toContain('nobody could sign in');
  });

  it('without users: accepts each pepper and stores the latest, since no password depends on it', async () => {
    expect(await checkPepper('the first pepper')).toBeNull();
    expect(await checkPepper('another pepper')).toBeNull();
    await UserModel.collection.insertOne({});
    expect(await checkPepper('the first pepper')).toContain('nobody could sign in');
  });
});
