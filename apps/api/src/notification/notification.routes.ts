import type { Routes } from '../http/routes.js';
import type { NotificationService } from './notification.service.js';
import { getNotificationSettings, setNotificationSettings } from './notification-settings.js';

type NotificationKeys = Extract<keyof Routes, `${string} /api/notifications${string}`>;

export function notificationRoutes({
  notifications,
}: {
  notifications: NotificationService;
}): Routes<NotificationKeys> {
  return {
    'GET /api/notifications': ({ me, query }) => notifications.list(me.userId, query),
    'POST /api/notifications/read': ({ me, body }) => notifications.markRead(me.userId, body),
    'GET /api/notifications/settings': ({ me }) => getNotificationSettings(me.userId),
    'PUT /api/notifications/settings': ({ me, body }) => setNotificationSettings(me.userId, body),
  };
}
