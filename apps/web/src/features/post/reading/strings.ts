/** UI strings for the home page, lists and cards. Other reading pages load theirs from `story-strings.ts`. */
export const READING_STRINGS = {
  heroKicker: 'Safarnama, a travelogue',
  hero: 'Explore India through real stories',
  heroText: 'Night trains, first rains, a cup of tea at the right moment: told by those who were there.',
  readBlogs: 'Read Blogs',
  writeBlog: 'Write a blog',
  stories: 'Stories from the road',
  loadingStories: 'Loading stories…',
  moreStories: 'Show more stories',
  endOfList: "You've reached the end of the road, for now.",
  noPostYet: 'No Post Yet',
  noPostYetText: 'The first page of a journal is the hardest. And the best.',
  addPost: 'Add a story',
  tryAgain: 'Try again',
  offline: "You're offline. We'll try again when you reconnect.",
} as const;

/** Reading time as cards and stories show it: '1 min read'. */
export function formatReadMinutes(minutes: number): string {
  return `${minutes} min read`;
}

/** The excerpt of a card, always followed by three full stops. */
export function excerptWithDots(excerpt: string): string {
  return `${excerpt}...`;
}
