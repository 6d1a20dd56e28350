import { create } from 'zustand';

/*
 * Every page shows the count, so it is separate from the list of notifications, which is loaded on its own page.
 */

interface NotificationCountState {
  unreadCount: number;
  /**
   * Number of notifications that have arrived since the app started, of reconnections, during which some may have been
   * missed, and of blocks, which hide some: a change means that the list may have changed.
   */
  arrivals: number;
}

interface NotificationCountActions {
  setUnreadCount: (unreadCount: number) => void;
  addArrival: () => void;
}

export const useNotificationCountStore = create<NotificationCountState & NotificationCountActions>()(
  (set) => ({
    unreadCount: 0,
    arrivals: 0,
    setUnreadCount: (unreadCount) => set({ unreadCount }),
    addArrival: () => set(({ arrivals }) => ({ arrivals: arrivals + 1 })),
  }),
);
