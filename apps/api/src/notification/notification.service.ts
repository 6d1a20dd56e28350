import {
  type NotificationPage,
  PAGE_LENGTHS,
  type PageQuery,
  type ReadNotificationsInput,
  type UnreadNotifications,
} from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import { notFound } from '../http/app-error.js';
import { decodeDatePosition, encodeDatePosition } from '../http/cursor.js';
import { afterPosition, cutPage } from '../http/keyset-page.js';
import { whenBackgroundTasksEnd } from '../lib/background.js';
import { within } from '../lib/within.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import { type NotificationDoc, NotificationModel } from './notification.model.js';
import type { NotificationReader } from './notification-reader.js';
import { trimNotifications } from './store-notification.js';

/** How long a list waits for the notifications of requests that have just ended. */
const MAX_WAIT_MS = 500;
/** Tasks that take longer notify many followers: waiting for them would only delay every list. */
const MAX_TASK_AGE_MS = 5_000;
/** Rows of each further read, when not all rows of the first one were visible. */
const BATCH_SIZE = 100;

/** Deletes the notifications of a story that is removed for good. */
export async function removeNotificationsOfPost(postId: string): Promise<void> {
  await NotificationModel.deleteMany({ postId });
}

/** @throws AppError 404 for an unknown notification and for one of another user. */
async function findCreatedAt(userId: string, _id: string): Promise<Date> {
  const row = await NotificationModel.findOne({ _id, userId })
    .select('createdAt')
    .lean<Pick<NotificationDoc, 'createdAt'>>();
  if (!row) throw notFound('Notification not found');
  return row.createdAt;
}

interface NotificationDeps {
  reader: NotificationReader;
  realtime: Pick<RealtimePort, 'notificationsRead'>;
}

export function createNotificationService({ reader, realtime }: NotificationDeps) {
  async function countUnread(userId: string): Promise<number> {
    const unread = await NotificationModel.find({ userId, readAt: null }).lean<NotificationDoc[]>();
    return reader.countVisible(unread, userId);
  }

  return {
    /** Lists a user's notifications, newest first. @throws AppError 400 for an invalid cursor. */
    async list(
      userId: string,
      { limit = PAGE_LENGTHS.notifications, cursor }: PageQuery,
    ): Promise<NotificationPage> {
      let position = decodeDatePosition(cursor);
      // A user who has seen an effect also finds its notification, which this process may still be storing.
      await within(whenBackgroundTasksEnd(MAX_TASK_AGE_MS), MAX_WAIT_MS, undefined);
      const unreadCount = await countUnread(userId);
      const visible: Awaited<ReturnType<NotificationReader['present']>> = [];
      for (let count = limit + 1; ; count = Math.max(count, BATCH_SIZE)) {
        const rows: NotificationDoc[] = await NotificationModel.find({
          userId,
          ...afterPosition('createdAt', -1, position),
        })
          .sort({ createdAt: -1, _id: -1 })
          .limit(count)
          .lean<NotificationDoc[]>();
        visible.push(...(await reader.present(rows, userId)));
        const last = rows.at(-1);
        if (!last || rows.length < count || visible.length > limit) break;
        position = { value: last.createdAt, id: last._id.toHexString() };
      }
      const page = cutPage(visible, limit, ({ row }) => encodeDatePosition(row.createdAt, row));
      return {
        notifications: page.rows.map(({ notification }) => notification),
        unreadCount,
        nextCursor: page.nextCursor,
      };
    },

    /**
     * Marks a notification and all older ones as read. With the `createdAt` that the client has seen, a notification
     * that has gathered another like since stays unread, and it may be one that has been deleted since.
     *
     * @throws AppError 404 without `createdAt`, for an unknown notification and for one of another user.
     */
    async markRead(
      userId: string,
      { upTo, createdAt: seenCreatedAt }: ReadNotificationsInput,
    ): Promise<UnreadNotifications> {
      // Some databases accept no time before the year 1.
      const createdAt =
        seenCreatedAt === undefined
          ? await findCreatedAt(userId, upTo)
          : new Date(Math.max(0, Date.parse(seenCreatedAt)));
      await NotificationModel.updateMany(
        {
          userId,
          readAt: null,
          createdAt: mongoose.trusted({ $lte: createdAt }),
          $or: [
            { createdAt: mongoose.trusted({ $lt: createdAt }) },
            { _id: mongoose.trusted({ $lte: new Types.ObjectId(upTo) }) },
          ],
        },
        { $set: { readAt: new Date() } },
      );
      // A follower gets another notification of an author's stories only after the last one was read.
      await trimNotifications(new Types.ObjectId(userId));
      const unread = { unreadCount: await countUnread(userId) };
      // Also if nothing has changed: an earlier attempt may have failed before publishing it.
      realtime.notificationsRead(userId, unread);
      return unread;
    },
  };
}
export type NotificationService = ReturnType<typeof createNotificationService>;
