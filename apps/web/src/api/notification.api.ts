import type { NotificationPage, NotificationSettings, ReadNotificationsInput } from '@safarnama/contracts';
import { request } from '../lib/api-client.ts';

/** One page of the user's notifications, newest first. */
export function list(cursor: string | null): Promise<NotificationPage> {
  return request('GET /api/notifications', { query: cursor === null ? {} : { cursor } });
}

/** Returns the number of unread notifications. */
export async function countUnread(): Promise<number> {
  return (await request('GET /api/notifications', { query: { limit: '1' } })).unreadCount;
}

/** Marks a notification and all older ones as read. @returns the number of notifications that are still unread. */
export async function read(body: ReadNotificationsInput): Promise<number> {
  return (await request('POST /api/notifications/read', { body })).unreadCount;
}

export function fetchSettings(): Promise<NotificationSettings> {
  return request('GET /api/notifications/settings', {});
}

export function updateSettings(body: NotificationSettings): Promise<NotificationSettings> {
  return request('PUT /api/notifications/settings', { body });
}
