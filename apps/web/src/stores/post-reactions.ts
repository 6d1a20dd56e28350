import type { Card, Post } from '@safarnama/contracts';
import * as postApi from '../api/post.api.ts';
import type { StaleGuard } from '../lib/stale-guard.ts';
import { createOptimisticToggle } from './optimistic-toggle.ts';
import { type ShownPosts, withChangedPost } from './post-transitions.ts';

export interface ReactionActions {
  /** Shows the change before the response; reverts it and calls `onFailed` when the request fails. */
  toggleLike: (id: string, onFailed?: (cause: unknown) => void) => Promise<void>;
  toggleBookmark: (id: string, onFailed?: (cause: unknown) => void) => Promise<void>;
}

type PostReaction = Pick<Card, 'likedByMe' | 'likeCount'> | Pick<Card, 'bookmarkedByMe'>;

interface ReactionDeps {
  set: (change: (state: ShownPosts) => Partial<ShownPosts>) => void;
  /** Finds a story that is shown somewhere. */
  findPost: (id: string) => Card | Post | undefined;
  /** Invalidated by each change: a response to an earlier request may not contain it. */
  reactions: StaleGuard;
}

/** Likes and bookmarks, in all lists and on the page of the story. */
export function createPostReactions({ set, findPost, reactions }: ReactionDeps): ReactionActions {
  const toggle = createOptimisticToggle();

  function applyReaction(id: string, reaction: PostReaction): void {
    reactions.invalidate();
    set((state) => withChangedPost(state, id, (post) => ({ ...post, ...reaction })));
  }

  return {
    async toggleLike(id, onFailed) {
      const post = findPost(id);
      if (!post) return;
      const { likedByMe, likeCount } = post;
      const likesOfOthers = likeCount - (likedByMe ? 1 : 0);
      await toggle(`like:${id}`, likedByMe, {
        show: (isOn) => applyReaction(id, { likedByMe: isOn, likeCount: likesOfOthers + (isOn ? 1 : 0) }),
        save: (isOn) => postApi.setLike(id, isOn),
        onSaved: (reaction) => applyReaction(id, reaction),
        onFailed,
      });
    },

    async toggleBookmark(id, onFailed) {
      const post = findPost(id);
      if (!post) return;
      const show = (bookmarkedByMe: boolean) => applyReaction(id, { bookmarkedByMe });
      await toggle(`bookmark:${id}`, post.bookmarkedByMe, {
        show,
        save: (isOn) => postApi.setBookmark(id, isOn),
        onSaved: show,
        onFailed,
      });
    },
  };
}
