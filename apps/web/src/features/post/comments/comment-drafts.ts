import { randomId } from '../../../lib/random-id.ts';

/** An unsent comment. */
export interface CommentDraft {
  text: string;
  /** The same for all attempts until one succeeds, so that a retry after a lost response creates no second comment. */
  clientCommentId: string;
}

interface SavedDraft extends CommentDraft {
  userId: string;
  postId: string;
}

const KEY = 'safarnama:comment-drafts';
/** The oldest drafts are dropped beyond this number, to limit the storage used. */
const MAX_DRAFTS = 20;

/** The drafts of this tab when the browser cannot store them; otherwise null. */
let memoryDrafts: readonly SavedDraft[] | null = null;

export function createCommentDraft(text = ''): CommentDraft {
  return { text, clientCommentId: randomId() };
}

/** The user's unsent comment on a story, from this device; null when there is none. */
export function readCommentDraft(userId: string, postId: string): CommentDraft | null {
  const saved = readAll().find((draft) => draft.userId === userId && draft.postId === postId);
  return saved ? { text: saved.text, clientCommentId: saved.clientCommentId } : null;
}

/** Saves the user's unsent comment on a story; removes a blank one. */
export function saveCommentDraft(userId: string, postId: string, draft: CommentDraft): void {
  const others = readAll().filter((saved) => saved.userId !== userId || saved.postId !== postId);
  const added = draft.text.trim() === '' ? [] : [{ ...draft, userId, postId }];
  const drafts = [...others, ...added].slice(-MAX_DRAFTS);
  try {
    localStorage.setItem(KEY, JSON.stringify(drafts));
    memoryDrafts = null;
  } catch {
    memoryDrafts = drafts;
  }
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
