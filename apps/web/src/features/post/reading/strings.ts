/** What home, lists and cards say; the words of the other pages for reading are loaded with them. */
export const READING_STRINGS = {
  heroKicker: 'Safarnama, a travelogue',
  hero: 'Explore India through real stories',
  heroText: 'Night trains, first rains, a cup of tea at the right moment. Told by those who were there.',
  readBlogs: 'Read Blogs',
  writeBlog: 'Write a blog',
  stories: 'Stories from the road',
  loadingStories: 'Loading stories…',
  moreStories: 'Show more stories',
  endOfList: 'You have reached the end of the road, for now.',
  noPostYet: 'No Post Yet',
  addPost: 'Add a post',
  tryAgain: 'Try again',
  offline: 'You seem to be offline. We try again as soon as the line is back.',

  editPost: 'Edit Post',
  deletePost: 'Delete Post',
  postDeleted: 'Post deleted',
  deleteFailed: 'Failed to delete',
} as const;

/** '1 min read'; the minutes come with the story. */
export function minutesToRead(minutes: number): string {
  return `${minutes} min read`;
}

/** The beginning of a story on its card; always with its dots. */
export function excerptWithDots(excerpt: string): string {
  return `${excerpt}...`;
}
