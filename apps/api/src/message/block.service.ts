import { PAGE_LENGTHS, type PageQuery, type PublicUser } from '@safarnama/contracts';
import mongoose from 'mongoose';
import { badRequest, forbidden } from '../http/app-error.js';
import { decodeDatePosition, encodeDatePosition } from '../http/cursor.js';
import { afterPosition, cutPage } from '../http/keyset-page.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import { requireOtherUser, type UserService } from '../user/user.service.js';
import { type BlockDoc, BlockModel } from './block.model.js';
import { conversationKey } from './message.model.js';

/** Creates the 403 error, with the same message for both users, so that it does not reveal who has blocked whom. */
export function cannotMessage() {
  return forbidden('cannot_message', "You can't send messages to this person.");
}

/** Whether either of two users has blocked the other. */
export async function isBlockedBetween(userId: string, otherId: string): Promise<boolean> {
  return (await BlockModel.exists({ conversation: conversationKey(userId, otherId) })) !== null;
}

/** Finds which of two users have blocked the other. */
export async function findBlockers(userId: string, otherId: string): Promise<ReadonlySet<string>> {
  const blocks = await BlockModel.find({ conversation: conversationKey(userId, otherId) })
    .select('blockerId')
    .lean<Pick<BlockDoc, 'blockerId'>[]>();
  return new Set(blocks.map(({ blockerId }) => blockerId.toHexString()));
}

/** Finds which of these users have blocked a user or have been blocked by the user. */
export async function findBlockedAmong(
  userId: string,
  otherIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (otherIds.length === 0) return new Set();
  const conversations = otherIds.map((otherId) => conversationKey(userId, otherId));
  const blocks = await BlockModel.find({ conversation: mongoose.trusted({ $in: conversations }) })
    .select('blockerId blockedId')
    .lean<Pick<BlockDoc, 'blockerId' | 'blockedId'>[]>();
  const ids = blocks.flatMap(({ blockerId, blockedId }) => [
    blockerId.toHexString(),
    blockedId.toHexString(),
  ]);
  return new Set(ids.filter((id) => id !== userId));
}

/** Finds which of these users a user has blocked. */
export async function findBlockedByUser(
  userId: string,
  otherIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (otherIds.length === 0) return new Set();
  const blocks = await BlockModel.find({
    blockerId: userId,
    blockedId: mongoose.trusted({ $in: otherIds }),
  })
    .select('blockedId')
    .lean<Pick<BlockDoc, 'blockedId'>[]>();
  return new Set(blocks.map(({ blockedId }) => blockedId.toHexString()));
}

/** Loads for each user the users whom they have blocked or who have blocked them; users without any are left out. */
async function loadBlockedUsers(userIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const inUserIds = mongoose.trusted({ $in: userIds });
  const fields = 'blockerId blockedId';
  type BlockPair = Pick<BlockDoc, 'blockerId' | 'blockedId'>;
  const [blocksByUsers, blocksOfUsers] = await Promise.all([
    BlockModel.find({ blockerId: inUserIds }).select(fields).lean<BlockPair[]>(),
    BlockModel.find({ blockedId: inUserIds }).select(fields).lean<BlockPair[]>(),
  ]);
  const requestedIds = new Set(userIds);
  const byUser = new Map<string, Set<string>>();
  const add = (userId: string, otherId: string) => {
    if (requestedIds.has(userId)) byUser.set(userId, (byUser.get(userId) ?? new Set()).add(otherId));
  };
  for (const { blockerId, blockedId } of [...blocksByUsers, ...blocksOfUsers]) {
    add(blockerId.toHexString(), blockedId.toHexString());
    add(blockedId.toHexString(), blockerId.toHexString());
  }
  return byUser;
}

/** Loads the users whom a user has blocked or who have blocked the user. */
export async function loadBlockedOf(userId: string): Promise<ReadonlySet<string>> {
  return (await loadBlockedUsers([userId])).get(userId) ?? new Set();
}

const oneself = () => badRequest('oneself', "You can't block yourself", 'userId');

interface BlockDeps {
  users: Pick<UserService, 'loadPublicUsers'>;
  realtime: Pick<RealtimePort, 'blockChanged' | 'canMessageChanged'>;
  /** Called as soon as a block between two users is stored or removed. */
  markBlockChanged(userId: string, otherId: string): void;
  endFollowsBetween(userId: string, otherId: string): Promise<void>;
}

export function createBlockService({ users, realtime, markBlockChanged, endFollowsBetween }: BlockDeps) {
  /** Publishes what is stored: a concurrent request may have changed it. Nothing reveals a block by the other user. */
  async function publish(userId: string, otherId: string): Promise<void> {
    const blockers = await findBlockers(userId, otherId);
    const isBlocked = blockers.has(userId);
    if (!isBlocked) realtime.canMessageChanged(userId, otherId, blockers.size === 0);
    if (!blockers.has(otherId)) realtime.canMessageChanged(otherId, userId, !isBlocked);
    await realtime.blockChanged(userId, otherId, isBlocked);
  }

  return {
    loadBlockedUsers,

    /** Idempotent. @throws AppError 400 for oneself, 404 for an unknown user. */
    async block(userId: string, otherId: string): Promise<{ isBlocked: true }> {
      await requireOtherUser(userId, otherId, oneself);
      // Before the block, so that a process that dies after storing it leaves no follow.
      await endFollowsBetween(userId, otherId);
      try {
        await BlockModel.create({
          blockerId: userId,
          blockedId: otherId,
          conversation: conversationKey(userId, otherId),
        });
      } catch (error) {
        if (!isDuplicateKeyError(error, 'blockedId')) throw error;
      }
      markBlockChanged(userId, otherId);
      // Again after it, because a concurrent follow may not have seen the block.
      await endFollowsBetween(userId, otherId);
      // Also published for a block that existed: an earlier attempt may have failed before publishing it.
      await publish(userId, otherId);
      return { isBlocked: true };
    },

    /** Idempotent. @throws AppError 400 for oneself, 404 for an unknown user. */
    async unblock(userId: string, otherId: string): Promise<{ isBlocked: false }> {
      await requireOtherUser(userId, otherId, oneself);
      await BlockModel.deleteOne({ blockerId: userId, blockedId: otherId });
      markBlockChanged(userId, otherId);
      await publish(userId, otherId);
      return { isBlocked: false };
    },

    /** Lists blocked users, newest block first. @throws AppError 400 for an invalid cursor. */
    async list(
      userId: string,
      { limit = PAGE_LENGTHS.blockedUsers, cursor }: PageQuery,
    ): Promise<{ users: PublicUser[]; nextCursor: string | null }> {
      const blocks = await BlockModel.find({
        blockerId: userId,
        ...afterPosition('createdAt', -1, decodeDatePosition(cursor)),
      })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit + 1)
        .lean<BlockDoc[]>();
      const page = cutPage(blocks, limit, (last) => encodeDatePosition(last.createdAt, last));
      const ids = page.rows.map(({ blockedId }) => blockedId.toHexString());
      const usersById = await users.loadPublicUsers(ids);
      return { users: ids.flatMap((id) => usersById.get(id) ?? []), nextCursor: page.nextCursor };
    },
  };
}
export type BlockService = ReturnType<typeof createBlockService>;
