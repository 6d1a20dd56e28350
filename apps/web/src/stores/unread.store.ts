import type { Unread } from '@safarnama/contracts';
import { create } from 'zustand';

/*
 * How much one has not read: needed on every page (title, bell), so it is apart from the chat, which loads later.
 */

export interface UnreadState {
  /** Unread messages of all people. */
  unreadTotal: number;
  /** By the person who wrote them; nobody with zero. */
  byUser: Readonly<Record<string, number>>;
}

export interface UnreadActions {
  /** What the server says of everybody. */
  setUnread: (unread: Unread) => void;
  /** What is known of one person. */
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
