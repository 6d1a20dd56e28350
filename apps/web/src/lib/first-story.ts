import type { Post } from '@safarnama/contracts';

declare global {
  interface Window {
    /** The story of a page that was opened directly, requested before the app runs; null when that failed. */
    firstStory?: Promise<Post | null>;
  }
}

/** Returns the story that the page was opened with, once; null when it is another one or could not be loaded. */
export async function takeFirstStory(slug: string): Promise<Post | null> {
  const post = await window.firstStory;
  delete window.firstStory;
  return post?.slug === slug ? post : null;
}
