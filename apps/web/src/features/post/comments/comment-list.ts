import type { Comment } from '@safarnama/contracts';

/** A comment on the story with its replies, oldest first. */
export interface Thread {
  comment: Comment;
  replies: Comment[];
}

/** Orders comments like the API: by time, then by id. */
function compare(a: Comment, b: Comment): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a._id < b._id ? -1 : 1;
}

/** Returns the later state of a comment, because responses and events may arrive in any order. */
function latest(a: Comment, b: Comment): Comment {
  if (a.deletedAt !== null || b.deletedAt !== null) return a.deletedAt === null ? b : a;
  return (a.editedAt ?? '') > (b.editedAt ?? '') ? a : b;
}

/** Merges comments in chronological order; of two copies of a comment, the later state is kept. */
export function mergeComments(current: readonly Comment[], added: readonly Comment[]): Comment[] {
  const byId = new Map(current.map((comment) => [comment._id, comment]));
  for (const comment of added) {
    const known = byId.get(comment._id);
    byId.set(comment._id, known ? latest(known, comment) : comment);
  }
  return [...byId.values()].sort(compare);
}

/** Returns the comment as it is shown after its deletion. */
export function emptyComment(comment: Comment): Comment {
  return {
    ...comment,
    text: '',
    authorId: null,
    editedAt: null,
    deletedAt: comment.deletedAt ?? new Date().toISOString(),
  };
}

/** Builds a placeholder for a comment that the server has removed, so that drafts for it can be shown. */
export function buildRemovedComment(_id: string): Comment {
  const deletedAt = new Date(0).toISOString();
  return { _id, text: '', createdAt: deletedAt, authorId: null, parentId: null, editedAt: null, deletedAt };
}

/**
 * Updates the beginning of a list to the server's current state. Comments missing in the response were deleted
 * in the meantime.
 *
 * @param isRecent - whether a comment was added after the response was requested.
 * @param isWhole - whether the response contains all comments of the story.
 */
export function refreshComments(
  current: readonly Comment[],
  fresh: readonly Comment[],
  { isRecent, isWhole }: { isRecent: (id: string) => boolean; isWhole: boolean },
): Comment[] {
  const freshIds = new Set(fresh.map(({ _id }) => _id));
  const last = fresh.at(-1);
  const isCovered = (comment: Comment) => isWhole || (last !== undefined && compare(comment, last) < 0);
  const updated = current.map((comment) =>
    freshIds.has(comment._id) || isRecent(comment._id) || !isCovered(comment)
      ? comment
      : emptyComment(comment),
  );
  return mergeComments(updated, fresh);
}

/** Counts the comments that are not deleted. */
export function countComments(comments: readonly Comment[]): number {
  return comments.filter(({ deletedAt }) => deletedAt === null).length;
}

/**
 * Groups comments with their replies. Deleted comments are shown as long as they have replies or a form is open on
 * them. A reply whose comment is not in the list is shown like a comment on the story.
 */
export function buildThreads(comments: readonly Comment[], isInUse: (id: string) => boolean): Thread[] {
  const isShown = ({ _id, deletedAt }: Comment) => deletedAt === null || isInUse(_id);
  const threads = new Map<string, Thread>();
  for (const comment of comments) {
    const thread = comment.parentId === null ? undefined : threads.get(comment.parentId);
    if (!thread) threads.set(comment._id, { comment, replies: [] });
    else if (isShown(comment)) thread.replies.push(comment);
  }
  return [...threads.values()].filter(({ comment, replies }) => replies.length > 0 || isShown(comment));
}
