import type { Unread } from '@safarnama/contracts';
import { create } from 'zustand';

/*
 * Counts of unread messages. Every page shows them (title, navigation), so they are separate from the chat store, which
 * is loaded later.
 */

interface UnreadState {
  /** Unread messages from all senders. */
  unreadTotal: number;
  /** By sender, without those at zero. */
  byUser: Readonly<Record<string, number>>;
}

interface UnreadActions {
  /** Replaces all counts. */
  setUnread: (unread: Unread) => void;
  /** Replaces the count of one sender. */
  setUnreadFor: (userId: string, count: number) => void;
}

export const useUnreadStore = create<UnreadState & UnreadActions>()((set) => ({
  unreadTotal: 0,
  byUser: {},

  setUnread: ({ total, byUser }) => set({ byUser, unreadTotal: total }),

  setUnreadFor(userId, count) {
    set(({ byUser: { [userId]: previous = 0, ...others }, unreadTotal }) => ({
      byUser: count > 0 ? { ...others, [userId]: count } : others,
      unreadTotal: unreadTotal - previous + count,
    }));
  },
}));
