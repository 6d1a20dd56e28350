import type { AuthorProfile, FollowResponse } from '@safarnama/contracts';
import { create } from 'zustand';
import * as userApi from '../api/user.api.ts';
import { onSessionEnd } from '../lib/session-end.ts';
import { useBlogStore } from './blog.store.ts';
import { withoutFollowedAuthor, withoutFollowingList } from './lazy-transitions.ts';
import { createOptimisticToggle } from './optimistic-toggle.ts';

let saving: Promise<unknown> = Promise.resolve();

/** Resolves when all changes are saved or have failed. */
export const whenFollowsSaved = () => saving;

interface FollowState {
  /** Whether the user follows each of these authors, as last known. */
  byAuthor: Readonly<Record<string, FollowResponse>>;
}

interface FollowActions {
  /**
   * Stores the follow state that the server has sent with an author, unless the user has changed it since the request.
   *
   * @param requestedAt - when the author was requested, on the clock of `performance.now()`.
   */
  receiveAuthor: (author: Pick<AuthorProfile, '_id' | keyof FollowResponse>, requestedAt: number) => void;
  /** Shows the change before the response; reverts it and calls `onFailed` when the request fails. */
  toggleFollow: (authorId: string, onFailed: (cause: unknown) => void) => Promise<void>;
  /** Call when the user and an author can no longer message each other: the block has ended the follow. */
  endFollow: (authorId: string) => void;
  /** Drops all data of the user who was signed in. */
  reset: () => void;
}

export const useFollowStore = create<FollowState & FollowActions>()((set, get) => {
  const toggle = createOptimisticToggle();
  /** When the follow of an author was ended by a block; responses to earlier requests are outdated. */
  const endedAt = new Map<string, number>();
  /** When the user has changed the follow of an author, and when that was saved; the later of the two. */
  const changedAt = new Map<string, number>();
  const markChanged = (authorId: string) => void changedAt.set(authorId, performance.now());

  function update(authorId: string, state: FollowResponse, requestedAt: number): void {
    const isOutdated = isSince(endedAt.get(authorId), requestedAt);
    set(({ byAuthor }) => ({
      byAuthor: { ...byAuthor, [authorId]: isOutdated ? withoutFollow(state) : state },
    }));
  }

  return {
    byAuthor: {},

    receiveAuthor({ _id, followedByMe, followerCount }, requestedAt) {
      if (get().byAuthor[_id] && isSince(changedAt.get(_id), requestedAt)) return;
      update(_id, { followedByMe, followerCount }, requestedAt);
    },

    async toggleFollow(authorId, onFailed) {
      const before = get().byAuthor[authorId];
      if (!before) return;
      useBlogStore.setState(withoutFollowingList);
      const startedAt = performance.now();
      const { followerCount: others } = withoutFollow(before);
      const saved = toggle(authorId, before.followedByMe, {
        show: (followedByMe) => {
          markChanged(authorId);
          update(authorId, { followedByMe, followerCount: others + Number(followedByMe) }, startedAt);
        },
        save: (isFollowed) => userApi.setFollow(authorId, isFollowed).finally(() => markChanged(authorId)),
        onSaved: (response) => update(authorId, response, startedAt),
        onFailed,
      });
      // The promise of a change made during a request settles at once; that of the request settles when both are saved.
      saving = saving.then(() => saved);
      return saved;
    },

    endFollow(authorId) {
      endedAt.set(authorId, performance.now());
      const state = get().byAuthor[authorId];
      if (state) update(authorId, withoutFollow(state), performance.now());
      useBlogStore.setState((state) => withoutFollowedAuthor(state, authorId));
    },

    reset() {
      saving = Promise.resolve();
      endedAt.clear();
      changedAt.clear();
      set({ byAuthor: {} });
    },
  };
});

/** Whether something happened at or after a time. */
function isSince(happenedAt: number | undefined, time: number): boolean {
  return happenedAt !== undefined && happenedAt >= time;
}

function withoutFollow({ followedByMe, followerCount }: FollowResponse): FollowResponse {
  return { followedByMe: false, followerCount: followerCount - Number(followedByMe) };
}

onSessionEnd(() => useFollowStore.getState().reset());
