import {
  type Comment,
  type CommentInput,
  DEFAULT_MESSAGES,
  LIMITS,
  normalizeText,
} from '@safarnama/contracts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { errorMessage } from '../../../lib/api-client.ts';
import { charactersLeft, remainingText } from '../text-limit.ts';
import { createCommentDraft, readCommentDraft, saveCommentDraft } from './comment-drafts.ts';
import { COMMENT_STRINGS } from './strings.ts';

interface CommentFormProps {
  postId: string;
  ownId: string;
  /** Creates the comment and returns it as stored. */
  onAdd: (input: CommentInput) => Promise<Comment>;
}

/**
 * The field for a new comment, whose draft is saved on this device. It accepts text over the limit and reports the excess
 * instead of truncating the text.
 */
export function CommentForm({ postId, ownId, onAdd }: CommentFormProps) {
  const [draft, setDraft] = useState(() => readCommentDraft(ownId, postId) ?? createCommentDraft());
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => saveCommentDraft(ownId, postId, draft), [ownId, postId, draft]);
  const field = useRef<HTMLTextAreaElement>(null);
  const isEmpty = draft.text.trim() === '';
  const isTooLong = charactersLeft(draft.text, LIMITS.commentText) < 0;
  const note = remainingText(draft.text, LIMITS.commentText);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty || isBusy) return;
    if (isTooLong) {
      field.current?.focus();
      return;
    }
    setIsBusy(true);
    try {
      const comment = await onAdd({ ...draft, text: draft.text.trim() });
      // Keeps text that was changed after the stored attempt or while the request was pending.
      setDraft(({ text }) => createCommentDraft(isSameText(comment, text) ? '' : text));
      // Needed when the user has left the page in the meantime.
      if (isSameText(comment, readCommentDraft(ownId, postId)?.text ?? '')) {
        saveCommentDraft(ownId, postId, createCommentDraft());
      }
      if (!isSameText(comment, draft.text)) toast(COMMENT_STRINGS.earlierVersionPosted);
    } catch (cause) {
      toastFailure(errorMessage(cause, DEFAULT_MESSAGES.other));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form onSubmit={handleSubmit} className="mt-6">
      <label htmlFor="comment" className="mb-1.5 block font-semibold text-sm">
        {COMMENT_STRINGS.label}
      </label>
      <textarea
        ref={field}
        id="comment"
        rows={3}
        className="input"
        dir="auto"
        aria-invalid={isTooLong}
        aria-describedby={note === undefined ? undefined : 'comment-note'}
        value={draft.text}
        onChange={({ target: { value } }) => setDraft((current) => ({ ...current, text: value }))}
      />
      {note !== undefined && (
        <p
          id="comment-note"
          className={`mt-1.5 text-sm tabular-nums ${isTooLong ? 'text-danger' : 'text-ink-soft'}`}
        >
          {note}
        </p>
      )}
      <button type="submit" className="button button-primary mt-3" disabled={isBusy || isEmpty}>
        {COMMENT_STRINGS.post}
      </button>
    </form>
  );
}

/** Compares a stored comment with field text; the server stores text normalized and trimmed. */
function isSameText(comment: Comment, text: string): boolean {
  return normalizeText(text).trim() === comment.text;
}
