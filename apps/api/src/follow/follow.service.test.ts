import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/mongo.js';
import { UserModel } from '../user/user.model.js';
import { createFollowService } from './follow.service.js';

useDatabase();

/** @returns the id. */
async function storeUser(): Promise<string> {
  const _id = new mongoose.Types.ObjectId();
  await UserModel.collection.insertOne({ _id, emailKey: `${_id.toHexString()}@example.com` });
  return _id.toHexString();
}

describe('createFollowService', () => {
  it('with a follow beyond the limit: throws 409 until another follow has ended; a repeated follow has no effect', async () => {
    const follows = createFollowService({ notifier: { followed: () => undefined }, maxFollows: 2 });
    const [asha, ravi, meera, kabir] = await Promise.all([
      storeUser(),
      storeUser(),
      storeUser(),
      storeUser(),
    ]);
    await follows.follow(asha, ravi);
    await follows.follow(asha, meera);

    await expect(follows.follow(asha, kabir)).rejects.toMatchObject({
      status: 409,
      code: 'too_many_follows',
    });
    expect(await follows.follow(asha, ravi)).toEqual({ followedByMe: true, followerCount: 1 });
    await follows.unfollow(asha, ravi);
    expect(await follows.follow(asha, kabir)).toEqual({ followedByMe: true, followerCount: 1 });
  });
});
