import { NOTIFICATION_PEOPLE } from '@safarnama/contracts';
import mongoose, { type Types } from 'mongoose';
import { fromDate } from '../lib/from-date.js';
import { LikeModel } from '../post/reaction.model.js';
import type { NotificationDoc } from './notification.model.js';

interface Likers {
  /** The latest ones, latest first. */
  ids: string[];
  count: number;
}

type LikeWindow = Pick<NotificationDoc, 'postId' | 'from' | 'until'>;
type LikeRow = { _id: Types.ObjectId; userId: Types.ObjectId; createdAt: Date };

/** Finds who gave the likes that a notification gathers, without the users between whom and the author is a block. */
export async function findLikers(
  { postId, from, until }: LikeWindow,
  blockedIds: ReadonlySet<string>,
): Promise<Likers> {
  if (!postId || !from || !until) return { ids: [], count: 0 };
  const isInWindow = { postId, createdAt: mongoose.trusted({ ...fromDate(from), $lt: until }) };
  const blockedLikes =
    blockedIds.size === 0
      ? []
      : await LikeModel.find({ userId: mongoose.trusted({ $in: [...blockedIds] }), postId })
          .select('createdAt')
          .lean<LikeRow[]>();
  const hiddenCount = blockedLikes.filter(({ createdAt }) => createdAt >= from && createdAt < until).length;
  const [total, latest] = await Promise.all([
    LikeModel.countDocuments(isInWindow),
    LikeModel.find(isInWindow)
      .sort({ createdAt: -1, _id: -1 })
      .limit(NOTIFICATION_PEOPLE + hiddenCount)
      .select('userId')
      .lean<LikeRow[]>(),
  ]);
  const ids = latest.map(({ userId }) => userId.toHexString()).filter((id) => !blockedIds.has(id));
  return { ids: ids.slice(0, NOTIFICATION_PEOPLE), count: Math.max(0, total - hiddenCount) };
}
