import { CANNOT_MESSAGE, type PageQuery, type PublicUser } from '@safarnama/contracts';
import mongoose from 'mongoose';
import { isDuplicateOf } from '../config/mongo.js';
import { badRequest, forbidden, notFound } from '../http/app-error.js';
import { decodeDatePlace, encodeDatePlace } from '../http/cursor.js';
import { afterPlace, cutPage } from '../http/keyset-page.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import type { UserService } from '../user/user.service.js';
import { type BlockDoc, BlockModel } from './block.model.js';
import { conversationKey } from './message.model.js';

const PAGE_LENGTH = 20;

/** 403 where one of two people has blocked the other: the one sentence for both of them. */
export function cannotMessage() {
  return forbidden('blocked', CANNOT_MESSAGE);
}

interface BlockDeps {
  users: Pick<UserService, 'exists' | 'loadPublicUsers'>;
  realtime: Pick<RealtimePort, 'blockChanged'>;
}

/** Who has blocked whom. */
export function createBlockService({ users, realtime }: BlockDeps) {
  async function requireOther(userId: string, otherId: string): Promise<void> {
    if (userId === otherId) throw badRequest('oneself', 'You cannot block yourself', 'userId');
    if (!(await users.exists(otherId))) throw notFound('User not found');
  }

  return {
    /** Whether either of two people has blocked the other. */
    async isBlockedBetween(userId: string, otherId: string): Promise<boolean> {
      return (await BlockModel.exists({ conversation: conversationKey(userId, otherId) })) !== null;
    },

    /** For each of these people all whom they have blocked or who have blocked them; none where there is nobody. */
    async blocksOf(userIds: readonly string[]): Promise<Map<string, Set<string>>> {
      const among = mongoose.trusted({ $in: userIds });
      const fields = 'blockerId blockedId';
      type Pair = Pick<BlockDoc, 'blockerId' | 'blockedId'>;
      const [own, others] = await Promise.all([
        BlockModel.find({ blockerId: among }).select(fields).lean<Pair[]>(),
        BlockModel.find({ blockedId: among }).select(fields).lean<Pair[]>(),
      ]);
      const asked = new Set(userIds);
      const byPerson = new Map<string, Set<string>>();
      const add = (userId: string, otherId: string) => {
        if (asked.has(userId)) byPerson.set(userId, (byPerson.get(userId) ?? new Set()).add(otherId));
      };
      for (const { blockerId, blockedId } of [...own, ...others]) {
        add(blockerId.toHexString(), blockedId.toHexString());
        add(blockedId.toHexString(), blockerId.toHexString());
      }
      return byPerson;
    },

    /** Which of these people one has blocked. */
    async blockedAmong(userId: string, otherIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (otherIds.length === 0) return new Set();
      const found = await BlockModel.find({
        blockerId: userId,
        blockedId: mongoose.trusted({ $in: otherIds }),
      })
        .select('blockedId')
        .lean<Pick<BlockDoc, 'blockedId'>[]>();
      return new Set(found.map(({ blockedId }) => blockedId.toHexString()));
    },

    /** Safe to repeat. @throws AppError 400 for oneself, 404 when nobody has this id. */
    async block(userId: string, rawOtherId: string): Promise<{ isBlocked: true }> {
      const otherId = rawOtherId.toLowerCase();
      await requireOther(userId, otherId);
      try {
        await BlockModel.create({
          blockerId: userId,
          blockedId: otherId,
          conversation: conversationKey(userId, otherId),
        });
      } catch (error) {
        if (!isDuplicateOf(error, 'blockedId')) throw error;
      }
      // Also when it was stored before: the first try may have ended before anybody was told.
      realtime.blockChanged(userId, otherId, true);
      return { isBlocked: true };
    },

    /** Safe to repeat. @throws AppError 400 for oneself, 404 when nobody has this id. */
    async unblock(userId: string, rawOtherId: string): Promise<{ isBlocked: false }> {
      const otherId = rawOtherId.toLowerCase();
      await requireOther(userId, otherId);
      await BlockModel.deleteOne({ blockerId: userId, blockedId: otherId });
      realtime.blockChanged(userId, otherId, false);
      return { isBlocked: false };
    },

    /** Whom one has blocked, latest first. @throws AppError 400 for a broken cursor. */
    async list(
      userId: string,
      { limit = PAGE_LENGTH, cursor }: PageQuery,
    ): Promise<{ users: PublicUser[]; nextCursor: string | null }> {
      const found = await BlockModel.find({
        blockerId: userId,
        ...afterPlace('createdAt', -1, decodeDatePlace(cursor)),
      })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit + 1)
        .lean<BlockDoc[]>();
      const page = cutPage(found, limit, (last) => encodeDatePlace(last.createdAt, last));
      const ids = page.rows.map(({ blockedId }) => blockedId.toHexString());
      const people = await users.loadPublicUsers(ids);
      return { users: ids.flatMap((id) => people.get(id) ?? []), nextCursor: page.nextCursor };
    },
  };
}
export type BlockService = ReturnType<typeof createBlockService>;
