import { type FollowResponse, LIMITS } from '@safarnama/contracts';
import { badRequest, conflict, forbidden } from '../http/app-error.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import { isBlockedBetween } from '../message/block.service.js';
import type { Notifier } from '../notification/notifier.js';
import { requireOtherUser } from '../user/user.service.js';
import { type FollowDoc, FollowModel } from './follow.model.js';

/** Creates the 403 error, the same for both users, so that it does not reveal who has blocked whom. */
const cannotFollow = () => forbidden('blocked', "You can't follow this person.");

const TOO_MANY_FOLLOWS = 'You can follow at most 2,000 people. Unfollow somebody first.';

/** Ends the follows between two users, in both directions. */
export async function endFollowsBetween(userId: string, otherId: string): Promise<void> {
  await FollowModel.deleteOne({ followerId: userId, followedId: otherId });
  await FollowModel.deleteOne({ followerId: otherId, followedId: userId });
}

/** Returns the ids of the users whom a user follows. */
export async function findFollowedIds(userId: string): Promise<string[]> {
  const follows = await FollowModel.find({ followerId: userId })
    // Without the id, the index has all that is read.
    .select('followedId -_id')
    .lean<Pick<FollowDoc, 'followedId'>[]>();
  return follows.map(({ followedId }) => followedId.toHexString());
}

/** Whether a user follows another one, and how many users do. */
export async function loadFollowState(userId: string, authorId: string): Promise<FollowResponse> {
  const [follow, followerCount] = await Promise.all([
    FollowModel.exists({ followerId: userId, followedId: authorId }),
    FollowModel.countDocuments({ followedId: authorId }),
  ]);
  return { followedByMe: follow !== null, followerCount };
}

const oneself = () => badRequest('follow_oneself', "You can't follow yourself", 'id');

/** Whether a follow would be one too many. Concurrent requests may exceed the limit by a few. */
async function exceedsLimit(limit: number, followerId: string, followedId: string): Promise<boolean> {
  const [existing, count] = await Promise.all([
    FollowModel.exists({ followerId, followedId }),
    FollowModel.countDocuments({ followerId }),
  ]);
  return existing === null && count >= limit;
}

interface FollowDeps {
  notifier: Pick<Notifier, 'followed'>;
  /** Users whom a user can follow. Tests use a smaller limit than the product. */
  maxFollows?: number;
}

/** Creates the service for following users. All operations are idempotent. */
export function createFollowService({ notifier, maxFollows = LIMITS.follows }: FollowDeps) {
  return {
    /**
     * @throws AppError 400 for oneself, 404 for an unknown user, 403 when one of the two has blocked the other, 409 for
     * one who follows as many users as allowed.
     */
    async follow(userId: string, otherId: string): Promise<FollowResponse> {
      await requireOtherUser(userId, otherId, oneself);
      if (await isBlockedBetween(userId, otherId)) throw cannotFollow();
      if (await exceedsLimit(maxFollows, userId, otherId))
        throw conflict('too_many_follows', TOO_MANY_FOLLOWS);
      try {
        await FollowModel.create({ followerId: userId, followedId: otherId });
      } catch (error) {
        if (!isDuplicateKeyError(error, 'followedId')) throw error;
      }
      // A block is stored before it ends follows again, so at least one of two concurrent requests sees the other.
      if (await isBlockedBetween(userId, otherId)) {
        await endFollowsBetween(userId, otherId);
        throw cannotFollow();
      }
      const follow = await FollowModel.findOne({ followerId: userId, followedId: otherId })
        .select('_id')
        .lean();
      if (follow) notifier.followed(follow._id);
      return loadFollowState(userId, otherId);
    },

    /** @throws AppError 400 for oneself, 404 for an unknown user. */
    async unfollow(userId: string, otherId: string): Promise<FollowResponse> {
      await requireOtherUser(userId, otherId, oneself);
      await FollowModel.deleteOne({ followerId: userId, followedId: otherId });
      return loadFollowState(userId, otherId);
    },
  };
}
export type FollowService = ReturnType<typeof createFollowService>;
