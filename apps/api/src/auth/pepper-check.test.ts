import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/mongo.js';
import { UserModel } from '../user/user.model.js';
import { findPepperProblem, forgetPepperCheck } from './pepper-check.js';

useDatabase();

describe('findPepperProblem', () => {
  it('with users and a new pepper: returns a problem, until the former pepper is set or the new one accepted', async () => {
    await UserModel.collection.insertOne({});

    expect(await findPepperProblem('the first pepper')).toBeNull();
    expect(await findPepperProblem('another pepper')).toContain('nobody could sign in');
    expect(await findPepperProblem('the first pepper')).toBeNull();

    await forgetPepperCheck();
    expect(await findPepperProblem('another pepper')).toBeNull();
    expect(await findPepperProblem('the first pepper')).toContain('nobody could sign in');
  });

  it('without users: accepts each pepper and stores the latest, since no password depends on it', async () => {
    expect(await findPepperProblem('the first pepper')).toBeNull();
    expect(await findPepperProblem('another pepper')).toBeNull();
    await UserModel.collection.insertOne({});
    expect(await findPepperProblem('the first pepper')).toContain('nobody could sign in');
  });
});
