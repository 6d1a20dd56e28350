/** UI strings for the comments under a story. */
export const COMMENT_STRINGS = {
  title: 'Comments',
  empty: "No comments yet. Ask the writer what you'd like to know.",
  loading: 'Loading comments…',
  more: 'Show more comments',
  label: 'Your comment',
  post: 'Post comment',
  earlierVersionPosted: 'An earlier version of your comment has already been posted',
  remove: (name: string) => `Delete the comment by ${name}`,
  deleteTitle: 'Delete this comment?',
  cancelDelete: 'Cancel',
  confirmDelete: 'Delete comment',
  deleted: 'Comment deleted',
} as const;
