import type { PublicPost } from '@safarnama/contracts';

/** Id of the element with the story, as JSON, in a page that the server has rendered for a guest. */
export const PUBLIC_STORY_ID = 'public-story';

const findElement = () => (typeof document === 'undefined' ? null : document.getElementById(PUBLIC_STORY_ID));

/** Whether the server has rendered this page with a public story. */
export function hasPublicStory(): boolean {
  return findElement() !== null;
}

/** The public story with which the page was opened; null for any other page. */
export function readPublicStory(): PublicPost | null {
  const text = findElement()?.textContent;
  return text ? JSON.parse(text) : null;
}
