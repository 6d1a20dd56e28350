import * as z from 'zod/mini';
import { NOTIFICATION_KINDS } from './constants.js';
import { isoDateSchema, nextCursorSchema, objectIdSchema } from './primitives.js';
import { sentence } from './sentence.js';
import { publicUserSchema } from './user.js';

/** A notification of what other users did, such as a comment on a story of the receiver. */
export const notificationSchema = z.object({
  _id: objectIdSchema,
  kind: z.enum(NOTIFICATION_KINDS),
  /** Who did it: at most `NOTIFICATION_PEOPLE`, latest first. */
  people: z.array(publicUserSchema),
  /** How many did it, `people` included. */
  peopleCount: z.int(),
  /** Null for a new follower. */
  post: z.nullable(z.object({ slug: z.string(), blogTitle: z.string() })),
  /** Null for kinds other than `comment` and `reply`. */
  commentId: z.nullable(objectIdSchema),
  /** When it happened; for likes the time of the latest one. */
  createdAt: isoDateSchema,
  readAt: z.nullable(isoDateSchema),
});
export type Notification = z.infer<typeof notificationSchema>;

export const notificationPageSchema = z.object({
  notifications: z.array(notificationSchema),
  /** Unread notifications on all pages. */
  unreadCount: z.int(),
  nextCursor: nextCursorSchema,
});
export type NotificationPage = z.infer<typeof notificationPageSchema>;

/** The newest notification that the user has seen: it and all older ones become read. */
export const readNotificationsInputSchema = z.object({
  upTo: objectIdSchema,
  createdAt: z.exactOptional(
    z.iso
      .datetime(
        sentence('notification_time_invalid', 'createdAt must be the date and time of the notification'),
      )
      .check(
        z.describe(
          'Its `createdAt` as the user has seen it. Without it the stored time applies: if likes have moved the ' +
            'notification up since, notifications that the user has not seen may become read too',
        ),
      ),
  ),
});
export type ReadNotificationsInput = z.infer<typeof readNotificationsInputSchema>;

export const unreadNotificationsSchema = z.object({ unreadCount: z.int() });
export type UnreadNotifications = z.infer<typeof unreadNotificationsSchema>;

const switchSchema = z.boolean(
  sentence('notification_setting_invalid', 'Each kind of notification must be true or false'),
);
/** The kinds of which the user gets new notifications. */
export const notificationSettingsSchema = z.object({
  like: switchSchema,
  comment: switchSchema,
  reply: switchSchema,
  story: switchSchema,
  follow: switchSchema,
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;
