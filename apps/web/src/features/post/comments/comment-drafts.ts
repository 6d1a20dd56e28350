import { randomId } from '../../../lib/random-id.ts';

/** An unsent comment or the unsaved changes to a comment. */
interface CommentDraft {
  text: string;
  /**
   * The same for all attempts until one succeeds, so that a retry after a lost response creates no second comment. Not
   * used for a changed comment.
   */
  clientCommentId: string;
}

/** Identifies what a draft belongs to. */
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
/** Maximum number of stored drafts; beyond it, the oldest are dropped. */
const MAX_DRAFTS = 20;

/** The drafts of this tab when the browser cannot store them; otherwise null. */
let memoryDrafts: readonly SavedDraft[] | null = null;

export function createCommentDraft(text = ''): CommentDraft {
  return { text, clientCommentId: randomId() };
}

const matches =
  ({ userId, postId, threadId = null, editedId = null }: DraftTarget) =>
  (draft: SavedDraft) =>
    draft.userId === userId &&
    draft.postId === postId &&
    (draft.threadId ?? null) === threadId &&
    (draft.editedId ?? null) === editedId;

/** The user's draft from this device; null when there is none. */
export function readCommentDraft(target: DraftTarget): CommentDraft | null {
  const saved = readAll().find(matches(target));
  return saved ? { text: saved.text, clientCommentId: saved.clientCommentId } : null;
}

/** Ids of the comments on a story to which the user has unsent replies. */
export function listDraftThreads(userId: string, postId: string): string[] {
  return listOwn(userId, postId).flatMap(({ threadId }) => threadId ?? []);
}

/** Ids of the comments and replies on a story with changes that the user has not saved. */
export function listEditedComments(userId: string, postId: string): string[] {
  return listOwn(userId, postId).flatMap(({ editedId }) => editedId ?? []);
}

const listOwn = (userId: string, postId: string) =>
  readAll().filter((draft) => draft.userId === userId && draft.postId === postId);

/** Saves the user's draft on this device or, if it is blank, removes it. */
export function saveCommentDraft(target: DraftTarget, draft: CommentDraft): void {
  const isSame = matches(target);
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

/**
 * Calls back with the id of the user's draft for `target` after another tab has sent or discarded it.
 *
 * @returns a function that stops this.
 */
export function onDraftRemoved(
  target: DraftTarget,
  onRemoved: (clientCommentId: string) => void,
): () => void {
  const handleStorage = ({ key, oldValue }: StorageEvent) => {
    if (key !== KEY || readCommentDraft(target) !== null) return;
    const removed = parseDrafts(oldValue).find(matches(target));
    if (removed) onRemoved(removed.clientCommentId);
  };
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
}

function readAll(): readonly SavedDraft[] {
  if (memoryDrafts !== null) return memoryDrafts;
  try {
    return parseDrafts(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

function parseDrafts(json: string | null): SavedDraft[] {
  // Only `saveCommentDraft` writes this key.
  return JSON.parse(json ?? '[]') as SavedDraft[];
}
