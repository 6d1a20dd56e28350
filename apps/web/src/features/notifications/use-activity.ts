import type { Notification } from '@safarnama/contracts';
import { useCallback, useEffect, useState } from 'react';
import * as notificationApi from '../../api/notification.api.ts';
import { useOnReconnect } from '../../components/use-is-online.ts';
import { errorMessage } from '../../lib/api-client.ts';
import { useNotificationCountStore } from '../../stores/notification-count.store.ts';
import { ACTIVITY_STRINGS } from './activity-strings.ts';

interface Activity {
  /** Null until the first page is loaded. */
  rows: Notification[] | null;
  cursor: string | null;
}

/** Marks everything up to the newest notification as read. It stays unread when that fails. */
async function markAsRead([newest]: readonly Notification[]): Promise<void> {
  const { setUnreadCount } = useNotificationCountStore.getState();
  if (newest) await notificationApi.read(newest._id).then(setUnreadCount, () => undefined);
}

/** Loads the user's notifications, and the first page again when one arrives or the connection returns. */
export function useActivity() {
  const [{ rows, cursor }, setActivity] = useState<Activity>({ rows: null, cursor: null });
  const [isLoading, setIsLoading] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const arrivals = useNotificationCountStore((state) => state.arrivals);

  const load = useCallback(async (from: string | null) => {
    setIsLoading(true);
    setError(null);
    try {
      const page = await notificationApi.list(from);
      setActivity((previous) => {
        const shown = previous.rows ?? [];
        const isFirst = from === null;
        const ids = new Set((isFirst ? page.notifications : shown).map(({ _id }) => _id));
        const isOther = ({ _id }: Notification) => !ids.has(_id);
        return isFirst
          ? {
              rows: [...page.notifications, ...shown.filter(isOther)],
              cursor: previous.rows === null ? page.nextCursor : previous.cursor,
            }
          : { rows: [...shown, ...page.notifications.filter(isOther)], cursor: page.nextCursor };
      });
      if (from === null) await markAsRead(page.notifications);
    } catch (cause) {
      setError(errorMessage(cause, ACTIVITY_STRINGS.loadFailed));
    } finally {
      setIsLoading(false);
    }
  }, []);

  useEffect(() => {
    void load(null);
  }, [load, arrivals]);
  useOnReconnect(error !== null, () => void load(rows === null ? null : cursor));

  return {
    rows,
    hasMore: cursor !== null,
    isLoading,
    error,
    loadFirst: () => void load(null),
    loadMore: () => {
      if (!isLoading && cursor !== null) void load(cursor);
    },
  };
}
