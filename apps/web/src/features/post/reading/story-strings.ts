import { LIMITS } from '@safarnama/contracts';

/** UI strings for stories, search, author pages, My Posts and bookmarks. */
export const STORY_STRINGS = {
  loadingPost: 'Loading post...',
  postNotFound: 'Post not found.',
  postNotFoundText: 'Its author may have deleted it, or the link is wrong.',
  contents: 'In this story',
  enlarge: 'Enlarge the picture',
  enlargePicture: (description: string) => `Enlarge the picture: ${description}`,
  pictureFailed: "This picture couldn't be loaded.",
  viewerFailed: "The picture couldn't be enlarged. Please try again.",
  author: 'About the author',
  writtenBy: 'Written by',
  moreByAuthor: 'More from this author',
  ownPage: 'Your page',
  message: 'Message the writer',
  allStories: 'Back to all stories',
  bookmark: 'Bookmark',
  bookmarked: 'Bookmarked',
  share: 'Share',
  linkCopied: 'Link copied',
  linkNotCopied: "Couldn't copy the link. You can copy it from the address bar.",
  likeFailed: "Couldn't save your like",
  bookmarkFailed: "Couldn't save your bookmark",
  editPost: 'Edit Post',
  unpublish: 'Unpublish',
  unpublishing: 'Unpublishing…',
  unpublished: 'Your story is a draft again',
  unpublishedWithChanges: 'Your story is a draft again, with your unpublished changes',
  unpublishFailed: "Couldn't unpublish your story",
  publishingAgain: 'Publishing your story again…',
  publishedAgain: 'Your story is published again',
  publishAgainFailed: "Couldn't publish your story again",
  draftMissing: 'This draft was deleted.',
  visibleToMembers: 'Members can read this story',
  visibleToAll: 'Anyone with the link can read this story',
  versions: 'Versions',
  deletePost: 'Delete Post',
  deleting: 'Deleting…',
  postDeleted: 'Post deleted',
  deleteFailed: 'Failed to delete',
  restoring: 'Restoring your story…',
  restored: 'Story restored',
  restoreFailed: "Couldn't restore your story",
  tooLateToRestore: "It's too late to restore this story.",
  search: 'Search',
  searchEmptyTitle: 'What are you looking for?',
  searchHint: 'Type a word, a place or a name',
  noResults: 'No stories found',
  noResultsText: 'Try fewer words, or just the beginning of one.',
  searchTooLong: `Search text can be at most ${LIMITS.searchQuery} characters long`,
  storiesBy: 'Stories by',
  editProfile: 'Edit profile',
  authorNotFound: 'Nobody lives here.',
  authorNotFoundText: 'This account no longer exists, or the link is wrong.',
  memberSince: 'Member since',
  myPosts: 'My Posts',
  drafts: 'Drafts',
  published: 'Published stories',
  deleted: 'Deleted',
  noDeleted: 'No deleted stories',
  noDeletedText: 'A story that you delete stays here for ten minutes.',
  restore: 'Restore',
  restoreStory: (title: string) => `Restore “${title}”`,
  myBookmarks: 'My bookmarks',
  myStories: 'My stories',
  bookmarks: 'Bookmarks',
  noBookmarks: 'No bookmarks yet',
  noBookmarksText: 'Stories you bookmark wait here for a long train ride.',
  findStories: 'Find a story',
} as const;

/** The message in place of a story that could not be loaded. */
export function formatPostError(message: string): string {
  return `Error: ${message}`;
}

/** Number of search results; the total is unknown while `hasMore`. */
export function resultCount(count: number, hasMore: boolean): string {
  if (hasMore) return `More than ${count} stories`;
  return count === 1 ? '1 story' : `${count} stories`;
}
