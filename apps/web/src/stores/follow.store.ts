import type { AuthorProfile, FollowResponse } from '@safarnama/contracts';
import { create } from 'zustand';
import * as userApi from '../api/user.api.ts';
import { onSessionEnd } from '../lib/session-end.ts';
import { createOptimisticToggle } from './optimistic-toggle.ts';

interface FollowState {
  /** Whether the user follows each of these authors, as last known. */
  byAuthor: Readonly<Record<string, FollowResponse>>;
}

interface FollowActions {
  /** Stores the follow state that the server has sent with an author. */
  receiveAuthor: (author: Pick<AuthorProfile, '_id' | keyof FollowResponse>) => void;
  /** Shows the change before the response; reverts it and calls `onFailed` when the request fails. */
  toggleFollow: (authorId: string, onFailed: (cause: unknown) => void) => Promise<void>;
  /** Drops all data of the user who was signed in. */
  reset: () => void;
}

export const useFollowStore = create<FollowState & FollowActions>()((set, get) => {
  const toggle = createOptimisticToggle();
  const update = (authorId: string, state: FollowResponse) =>
    set(({ byAuthor }) => ({ byAuthor: { ...byAuthor, [authorId]: state } }));

  return {
    byAuthor: {},

    receiveAuthor({ _id, followedByMe, followerCount }) {
      update(_id, { followedByMe, followerCount });
    },

    async toggleFollow(authorId, onFailed) {
      const before = get().byAuthor[authorId];
      if (!before) return;
      const others = before.followerCount - Number(before.followedByMe);
      await toggle(authorId, before.followedByMe, {
        show: (followedByMe) =>
          update(authorId, { followedByMe, followerCount: others + Number(followedByMe) }),
        save: (isFollowed) => userApi.setFollow(authorId, isFollowed),
        onSaved: (saved) => update(authorId, saved),
        onFailed,
      });
    },

    reset: () => set({ byAuthor: {} }),
  };
});

onSessionEnd(() => useFollowStore.getState().reset());
