import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/mongo.js';
import { requireOwnAccount } from './own-account.js';
import { UserModel } from './user.model.js';

useDatabase();

describe('requireOwnAccount', () => {
  it('with fields: reads only these', async () => {
    const _id = new mongoose.Types.ObjectId();
    await UserModel.collection.insertOne({ _id, bio: 'Walks a lot', mutedNotifications: ['like'] });

    const account = await requireOwnAccount(_id.toHexString(), 'mutedNotifications');

    expect(account).toEqual({ _id, mutedNotifications: ['like'] });
  });

  it('without fields: reads all', async () => {
    const _id = new mongoose.Types.ObjectId();
    await UserModel.collection.insertOne({ _id, bio: 'Walks a lot', appearOffline: true });

    const account = await requireOwnAccount(_id.toHexString());

    expect(account).toEqual({ _id, bio: 'Walks a lot', appearOffline: true });
  });

  it('without an account: throws 401', async () => {
    const reading = requireOwnAccount(new mongoose.Types.ObjectId().toHexString(), 'bio');

    await expect(reading).rejects.toMatchObject({ status: 401 });
  });
});
