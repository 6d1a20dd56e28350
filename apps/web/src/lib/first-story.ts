import type { Post } from '@safarnama/contracts';

declare global {
  interface Window {
    /** The story of a page that was opened directly, requested before the app runs; null when that failed. */
    firstStory?: Promise<Post | null>;
  }
}

/**
 * Returns, on the first call, the story with which the page was opened. Null on later calls, if `slug` differs and if
 * the story failed to load.
 */
export async function takeFirstStory(slug: string): Promise<Post | null> {
  const { firstStory } = window;
  // Before its response, which may never arrive: the request of another story must not wait for it.
  delete window.firstStory;
  const post = await firstStory;
  return post?.slug === slug ? post : null;
}
