import { LIMITS } from '@safarnama/contracts';

/** What the story, its comments, search, authors, one's own posts and bookmarks say. */
export const STORY_STRINGS = {
  loadingPost: 'Loading post...',
  postNotFound: 'Post not found.',
  postNotFoundText: 'The writer may have taken it down, or the address lost a letter on the way.',
  contents: 'In this story',
  message: 'Message the writer',
  allStories: 'Back to all stories',
  bookmark: 'Bookmark',
  share: 'Share',
  linkCopied: 'Link copied',
  linkNotCopied: 'The link could not be copied. It is in the address bar.',
  likeFailed: 'Your like could not be saved',
  bookmarkFailed: 'Your bookmark could not be saved',
  comments: 'Comments',
  noComments: 'No comments yet. Ask the writer what you would like to know.',
  loadingComments: 'Loading comments…',
  moreComments: 'Show more comments',
  yourComment: 'Your comment',
  postComment: 'Post comment',
  postedBefore: 'An earlier version of your comment is posted already',
  deleteCommentTitle: 'Delete this comment?',
  cancelDelete: 'Keep it',
  deleteComment: 'Delete comment',
  commentDeleted: 'Comment deleted',
  search: 'Search',
  searchEmptyTitle: 'What are you looking for?',
  searchHint: 'Type a word, a place or a name',
  noResults: 'No stories found',
  noResultsText: 'Try fewer words, or only the beginning of one.',
  searchTooLong: `A search can have at most ${LIMITS.searchQuery} characters`,
  storiesBy: 'Stories by',
  editProfile: 'Edit profile',
  authorNotFound: 'Nobody lives here.',
  authorNotFoundText: 'This person has left, or the address lost a letter on the way.',
  myPosts: 'My Posts',
  myBookmarks: 'My bookmarks',
  myStories: 'My stories',
  bookmarks: 'Bookmarks',
  noBookmarks: 'No bookmarks yet',
  noBookmarksText: 'A story you bookmark waits here for a long train ride.',
  findStories: 'Find a story',
} as const;

/** What stands in the place of a story that could not be loaded. */
export function formatPostError(message: string): string {
  return `Error: ${message}`;
}

/** What a search found. */
export function resultCount(count: number, hasMore: boolean): string {
  if (hasMore) return `More than ${count} stories`;
  return count === 1 ? '1 story' : `${count} stories`;
}
