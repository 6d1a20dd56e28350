import { NOTIFICATION_PEOPLE } from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import { fromDate } from '../lib/from-date.js';
import { LikeModel } from '../post/reaction.model.js';
import type { NotificationDoc } from './notification.model.js';

/** Stories per aggregation. */
const BATCH_SIZE = 50;
/** Concurrent queries of one request: other requests need connections of the pool, too. */
const MAX_CONCURRENT = 10;

interface LikeWindow {
  notificationId: string;
  postId: Types.ObjectId;
  from: Date;
  until: Date;
}

/** Returns the time windows of the notifications that gather likes. */
export function findLikeWindows(rows: readonly NotificationDoc[]): LikeWindow[] {
  return rows.flatMap(({ _id, postId, from, until }) =>
    postId && from && until ? [{ notificationId: _id.toHexString(), postId, from, until }] : [],
  );
}

const buildFilter = ({ postId, from, until }: LikeWindow) => ({
  postId,
  createdAt: { ...fromDate(from), $lt: until },
});

/** Splits windows into batches, each a map from story ids to windows: a story occurs only once per batch. */
function* splitByStory(windows: readonly LikeWindow[]): Generator<ReadonlyMap<string, LikeWindow>> {
  let rest = windows;
  while (rest.length > 0) {
    const batch = new Map<string, LikeWindow>();
    rest = rest.filter((window) => {
      const postId = window.postId.toHexString();
      if (batch.size === BATCH_SIZE || batch.has(postId)) return true;
      batch.set(postId, window);
      return false;
    });
    yield batch;
  }
}

/**
 * Counts the likes of each window.
 *
 * @param blockedIds - users who have blocked the author or are blocked by the author; their likes are not counted.
 * @returns counts by the id of the notification, without zeros.
 */
export async function countLikes(
  windows: readonly LikeWindow[],
  blockedIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const blocked = [...blockedIds].map((id) => new Types.ObjectId(id));
  for (const batch of splitByStory(windows)) {
    const found = await LikeModel.aggregate<{ _id: Types.ObjectId; count: number }>([
      {
        $match: {
          $or: [...batch.values()].map(buildFilter),
          ...(blocked.length > 0 ? { userId: { $nin: blocked } } : {}),
        },
      },
      { $group: { _id: '$postId', count: { $sum: 1 } } },
    ]);
    for (const { _id, count } of found) {
      const window = batch.get(_id.toHexString());
      if (window) counts.set(window.notificationId, count);
    }
  }
  return counts;
}

/**
 * Finds the users who gave the latest likes of each window.
 *
 * @param blockedIds - users to leave out.
 * @returns ids, latest first, by the id of the notification.
 */
export async function findLatestLikers(
  windows: readonly LikeWindow[],
  blockedIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string[]>> {
  const likers = new Map<string, string[]>();
  const notBlocked = mongoose.trusted({ $nin: [...blockedIds] });
  for (let start = 0; start < windows.length; start += MAX_CONCURRENT) {
    await Promise.all(
      windows.slice(start, start + MAX_CONCURRENT).map(async (window) => {
        const { postId, createdAt } = buildFilter(window);
        const latest = await LikeModel.find({
          postId,
          createdAt: mongoose.trusted(createdAt),
          ...(blockedIds.size > 0 ? { userId: notBlocked } : {}),
        })
          .sort({ createdAt: -1, _id: -1 })
          .limit(NOTIFICATION_PEOPLE)
          .select('userId')
          .lean<{ userId: Types.ObjectId }[]>();
        likers.set(
          window.notificationId,
          latest.map(({ userId }) => userId.toHexString()),
        );
      }),
    );
  }
  return likers;
}
