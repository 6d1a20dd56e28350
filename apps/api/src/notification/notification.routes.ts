import type { Routes } from '../http/routes.js';
import type { NotificationService } from './notification.service.js';

type NotificationKeys = Extract<keyof Routes, `${string} /api/notifications${string}`>;

export function notificationRoutes({
  notifications,
}: {
  notifications: NotificationService;
}): Routes<NotificationKeys> {
  return {
    'GET /api/notifications': ({ me, query }) => notifications.list(me.userId, query),
    'POST /api/notifications/read': ({ me, body }) => notifications.markRead(me.userId, body),
    'GET /api/notifications/settings': ({ me }) => notifications.getSettings(me.userId),
    'PUT /api/notifications/settings': ({ me, body }) => notifications.setSettings(me.userId, body),
  };
}
