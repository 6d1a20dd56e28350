import type { Notification, NotificationPage } from '@safarnama/contracts';
import { useCallback, useEffect, useState } from 'react';
import * as notificationApi from '../../api/notification.api.ts';
import { useOnReconnect } from '../../components/use-is-online.ts';
import { createStaleGuard } from '../../lib/stale-guard.ts';
import { createThrottle } from '../../lib/throttle.ts';
import { uniqueById } from '../../lib/unique-by-id.ts';
import { useNotificationCountStore } from '../../stores/notification-count.store.ts';
import { trackUser } from '../../stores/track-user.ts';

interface Activity {
  /** Null until the first page is loaded. */
  rows: Notification[] | null;
  cursor: string | null;
}

/**
 * Puts a reloaded first page before the rows that follow it in the list; replaces the list if there may be other
 * notifications between the two. A like that has moved up has another date: it says nothing about its old position.
 */
function addFirstPage(
  { rows, cursor }: Activity,
  { notifications, nextCursor }: Pick<NotificationPage, 'notifications' | 'nextCursor'>,
): Activity {
  const shown = rows ?? [];
  const last = notifications.at(-1);
  const index = shown.findIndex(({ _id, createdAt }) => _id === last?._id && createdAt === last.createdAt);
  if (!last || index === -1) return { rows: notifications, cursor: nextCursor };
  // Marking one as read includes all older ones.
  const older = shown.slice(index + 1).map((row) => ({ ...row, readAt: row.readAt ?? last.readAt }));
  return { rows: uniqueById([...notifications, ...older]), cursor };
}

/** Marks all notifications up to one as read. If that fails, they stay unread. */
async function markAsRead({ _id: upTo, createdAt }: Notification): Promise<void> {
  const isSessionOver = trackUser();
  const unreadCount = await notificationApi.read({ upTo, createdAt }).catch(() => null);
  if (unreadCount === null || isSessionOver()) return;
  useNotificationCountStore.getState().setUnreadCount(unreadCount);
}

/** Marks all notifications up to one as read once the page is visible. */
function useMarkAsRead(newest: Notification | null): void {
  useEffect(() => {
    if (newest === null) return;
    const mark = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', mark);
      void markAsRead(newest);
    };
    document.addEventListener('visibilitychange', mark);
    mark();
    return () => document.removeEventListener('visibilitychange', mark);
  }, [newest]);
}

/**
 * Loads the user's notifications; reloads the first page when one arrives or may have been missed, and repeats a failed
 * request on reconnect.
 */
export function useActivity() {
  const [{ rows, cursor }, setActivity] = useState<Activity>({ rows: null, cursor: null });
  /** The newest notification of the last response. */
  const [newest, setNewest] = useState<Notification | null>(null);
  useMarkAsRead(newest);
  const [isLoading, setIsLoading] = useState(false);
  /** The failed request: the cursor of its page, and the error. */
  const [failure, setFailure] = useState<{ from: string | null; cause: unknown } | null>(null);
  /** A request for the first page supersedes earlier ones, since it may replace the list that their pages continue. */
  const [requests] = useState(createStaleGuard);
  const arrivals = useNotificationCountStore((state) => state.arrivals);

  const load = useCallback(
    async (from: string | null) => {
      const isStale = from === null ? requests.supersede() : requests.track();
      setIsLoading(true);
      setFailure(null);
      try {
        const page = await notificationApi.list(from);
        if (isStale()) return;
        setActivity((previous) => {
          if (from === null) return addFirstPage(previous, page);
          const rows = uniqueById([...(previous.rows ?? []), ...page.notifications]);
          return { rows, cursor: page.nextCursor };
        });
        if (from !== null) return;
        const [first = null] = page.notifications;
        setNewest(first);
        // Notifications that were counted may have disappeared, such as those of a deleted story.
        if (first === null) useNotificationCountStore.getState().setUnreadCount(page.unreadCount);
      } catch (cause) {
        if (isStale()) return;
        setFailure({ from, cause });
      } finally {
        if (!isStale()) setIsLoading(false);
      }
    },
    [requests],
  );

  const [throttle] = useState(() => createThrottle(() => void load(null)));
  // Arrivals within a second reload the first page once.
  useEffect(() => throttle.request(), [throttle, arrivals]);
  useEffect(
    () => () => {
      throttle.reset();
      // A response after the next user has signed in must not change their count.
      requests.invalidate();
    },
    [throttle, requests],
  );
  const retry = () => {
    if (failure !== null) void load(failure.from);
  };
  useOnReconnect(failure !== null, retry);

  return {
    rows,
    hasMore: cursor !== null,
    isLoading,
    error: failure?.cause ?? null,
    retry,
    loadMore: () => {
      if (cursor !== null) void load(cursor);
    },
  };
}
