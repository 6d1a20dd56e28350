import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/mongo.js';
import { UserModel } from '../user/user.model.js';
import { findPepperProblem, forgetPepperCheck } from './pepper-check.js';

useDatabase();

describe('findPepperProblem', () => {
  it('with users and another pepper than before: explains it, until the pepper is back or accepted', async () => {
    await UserModel.collection.insertOne({});

    expect(await findPepperProblem('the first pepper')).toBeNull();
    expect(await findPepperProblem('another pepper')).toContain('nobody could sign in');
    expect(await findPepperProblem('the first pepper')).toBeNull();

    await forgetPepperCheck();
    expect(await findPepperProblem('another pepper')).toBeNull();
    expect(await findPepperProblem('the first pepper')).toContain('nobody could sign in');
  });

  it('without users, whose passwords could be lost: accepts each pepper', async () => {
    expect(await findPepperProblem('the first pepper')).toBeNull();
    expect(await findPepperProblem('another pepper')).toBeNull();
    await UserModel.collection.insertOne({});
    expect(await findPepperProblem('the first pepper')).toContain('nobody could sign in');
  });
});
