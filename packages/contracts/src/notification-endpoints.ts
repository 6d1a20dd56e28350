import type { Endpoint } from './endpoint.js';
import { PAGE_LENGTHS } from './limits.js';
import {
  notificationPageSchema,
  notificationSettingsSchema,
  readNotificationsInputSchema,
  unreadNotificationsSchema,
} from './notification.js';
import { pageQuerySchema } from './primitives.js';

const TAG = 'Notifications';

/** The user's notifications and their settings. */
export const notificationEndpoints = {
  'GET /api/notifications': {
    access: 'user',
    tag: TAG,
    operationId: 'listNotifications',
    summary: "List the user's notifications, newest first",
    query: pageQuerySchema,
    pageLength: PAGE_LENGTHS.notifications,
    responses: { 200: notificationPageSchema },
    errors: [400],
  },
  'POST /api/notifications/read': {
    access: 'user',
    tag: TAG,
    operationId: 'readNotifications',
    summary: 'Mark a notification and all older ones as read',
    body: readNotificationsInputSchema,
    responses: { 200: unreadNotificationsSchema },
    errors: [400, 404],
  },
  'GET /api/notifications/settings': {
    access: 'user',
    tag: TAG,
    operationId: 'getNotificationSettings',
    summary: 'Get the kinds of notifications that the user receives',
    responses: { 200: notificationSettingsSchema },
  },
  'PUT /api/notifications/settings': {
    access: 'user',
    tag: TAG,
    operationId: 'updateNotificationSettings',
    summary: 'Choose the kinds of notifications to receive',
    body: notificationSettingsSchema,
    responses: { 200: notificationSettingsSchema },
    errors: [400],
  },
} as const satisfies Record<string, Endpoint>;
