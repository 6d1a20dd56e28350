import { DEFAULT_MESSAGES, LIMITS } from '@safarnama/contracts';

/** What the pages for reading say: home, lists and cards, the story, comments, search, authors, bookmarks. */
export const READING = {
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
  fetchAllFailed: DEFAULT_MESSAGES.getPosts,
  fetchMineFailed: DEFAULT_MESSAGES.myPosts,
  tryAgain: 'Try again',
  offline: 'You seem to be offline. We try again as soon as the line is back.',

  loadingPost: 'Loading post...',
  postNotFound: 'Post not found.',
  postNotFoundText: 'The writer may have taken it down, or the address lost a letter on the way.',
  editPost: 'Edit Post',
  deletePost: 'Delete Post',
  postDeleted: 'Post deleted',
  deleteFailed: 'Failed to delete',
  contents: 'In this story',
  message: 'Message the writer',
  allStories: 'Back to all stories',
  bookmark: 'Bookmark',
  likeFailed: 'Your like could not be saved',
  bookmarkFailed: 'Your bookmark could not be saved',

  comments: 'Comments',
  noComments: 'No comments yet. Ask the writer what you would like to know.',
  loadingComments: 'Loading comments…',
  moreComments: 'Show more comments',
  yourComment: 'Your comment',
  postComment: 'Post comment',

  search: 'Search',
  searchEmptyTitle: 'What are you looking for?',
  searchHint: 'Type a word, a place or a name',
  noResults: 'No stories found',
  noResultsText: 'Try fewer words, or only the beginning of one.',
  searchTooLong: `A search can have at most ${LIMITS.searchQuery} characters`,
  storiesBy: 'Stories by',
  authorNotFound: 'Nobody lives here.',
  authorNotFoundText: 'This person has left, or the address lost a letter on the way.',
  myPosts: 'My Posts',
  myBookmarks: 'My bookmarks',
  bookmarks: 'Bookmarks',
  noBookmarks: 'No bookmarks yet',
  noBookmarksText: 'A story you bookmark waits here for a long train ride.',
} as const;

/** '1 min read'; the minutes come with the story. */
export function minutesToRead(minutes: number): string {
  return `${minutes} min read`;
}

/** The beginning of a story on its card; always with its dots. */
export function excerptWithDots(excerpt: string): string {
  return `${excerpt}...`;
}

/** What stands in the place of a story that could not be loaded. */
export function postError(message: string): string {
  return `Error: ${message}`;
}

/** What a search found. */
export function resultCount(count: number, hasMore: boolean): string {
  if (hasMore) return `More than ${count} stories`;
  return count === 1 ? '1 story' : `${count} stories`;
}
