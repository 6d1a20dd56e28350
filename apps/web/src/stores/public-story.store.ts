import type { PublicPost } from '@safarnama/contracts';
import { create } from 'zustand';
import { getPublicBySlug } from '../api/public-post.api.ts';
import { readPublicStory } from '../lib/public-story.ts';
import { createStaleGuard } from '../lib/stale-guard.ts';

interface PublicStoryState {
  /** The public story whose page a guest has opened; at first the one that the server has rendered. */
  story: PublicPost | null;
  /** Why the story could not be loaded; null when it could. */
  error: unknown;
}

interface PublicStoryActions {
  /** Loads a story, unless it is shown already. */
  fetchStory: (slug: string) => Promise<void>;
  clearStory: () => void;
}

const EMPTY: PublicStoryState = { story: null, error: null };

export const usePublicStoryStore = create<PublicStoryState & PublicStoryActions>()((set, get) => {
  const requests = createStaleGuard();
  return {
    ...EMPTY,
    story: readPublicStory(),

    async fetchStory(slug) {
      if (get().story?.slug === slug) return;
      const isStale = requests.supersede();
      set(EMPTY);
      try {
        const story = await getPublicBySlug(slug);
        if (!isStale()) set({ story });
      } catch (error) {
        if (!isStale()) set({ error });
      }
    },

    clearStory() {
      requests.invalidate();
      set(EMPTY);
    },
  };
});
