import { randomId } from '../../../lib/random-id.ts';

/** An unsent comment, or the unsaved text of a changed one. */
export interface CommentDraft {
  text: string;
  /**
   * The same for all attempts until one succeeds, so that a retry after a lost response creates no second comment. Not
   * used for a changed comment.
   */
  clientCommentId: string;
}

/** What a draft is written for. */
export interface DraftTarget {
  userId: string;
  postId: string;
  /** The comment that the draft replies to; null or missing for a comment on the story. */
  threadId?: string | null;
  /** The comment or reply that the draft changes; null or missing for a new one. */
  editedId?: string | null;
}

interface SavedDraft extends CommentDraft, DraftTarget {}

const KEY = 'safarnama:comment-drafts';
/** The oldest drafts are dropped beyond this number, to limit the storage used. */
const MAX_DRAFTS = 20;

/** The drafts of this tab when the browser cannot store them; otherwise null. */
let memoryDrafts: readonly SavedDraft[] | null = null;

export function createCommentDraft(text = ''): CommentDraft {
  return { text, clientCommentId: randomId() };
}

const isFor =
  ({ userId, postId, threadId = null, editedId = null }: DraftTarget) =>
  (draft: SavedDraft) =>
    draft.userId === userId &&
    draft.postId === postId &&
    (draft.threadId ?? null) === threadId &&
    (draft.editedId ?? null) === editedId;

/** The user's draft from this device; null when there is none. */
export function readCommentDraft(target: DraftTarget): CommentDraft | null {
  const saved = readAll().find(isFor(target));
  return saved ? { text: saved.text, clientCommentId: saved.clientCommentId } : null;
}

/** The comments of a story that the user has unsent replies to. */
export function listDraftThreads(userId: string, postId: string): string[] {
  return listOwn(userId, postId).flatMap(({ threadId }) => threadId ?? []);
}

/** The comments and replies on a story whose changed text the user has not saved. */
export function listEditedComments(userId: string, postId: string): string[] {
  return listOwn(userId, postId).flatMap(({ editedId }) => editedId ?? []);
}

const listOwn = (userId: string, postId: string) =>
  readAll().filter((draft) => draft.userId === userId && draft.postId === postId);

/** Saves the user's draft on this device; removes a blank one. */
export function saveCommentDraft(target: DraftTarget, draft: CommentDraft): void {
  const isSame = isFor(target);
  const others = readAll().filter((saved) => !isSame(saved));
  const added = draft.text.trim() === '' ? [] : [{ ...draft, ...target }];
  const drafts = [...others, ...added].slice(-MAX_DRAFTS);
  try {
    localStorage.setItem(KEY, JSON.stringify(drafts));
    memoryDrafts = null;
  } catch {
    memoryDrafts = drafts;
  }
}

export function removeCommentDraft(target: DraftTarget): void {
  saveCommentDraft(target, createCommentDraft());
}

function readAll(): readonly SavedDraft[] {
  if (memoryDrafts !== null) return memoryDrafts;
  try {
    // Only `saveCommentDraft` writes this key.
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as SavedDraft[];
  } catch {
    return [];
  }
}
