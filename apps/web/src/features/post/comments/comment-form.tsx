import { type Comment, type CommentInput, normalizeText } from '@safarnama/contracts';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { toast } from '../../../components/toast.ts';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { errorMessage } from '../../../lib/api-client.ts';
import { isComposingKey } from '../../../lib/composing-key.ts';
import { DEFAULT_MESSAGES } from '../../../lib/default-messages.ts';
import { trackOtherUser } from '../../../stores/track-user.ts';
import {
  createCommentDraft,
  type DraftTarget,
  onDraftRemoved,
  readCommentDraft,
  removeCommentDraft,
  saveCommentDraft,
} from './comment-drafts.ts';
import { CommentField, isCommentTooLong } from './comment-field.tsx';
import { COMMENT_STRINGS } from './strings.ts';

interface CommentFormProps {
  target: DraftTarget;
  /** Creates the comment and returns it as stored. */
  onAdd: (input: CommentInput) => Promise<Comment>;
}

/** The form for a new comment on a story. */
export function CommentForm({ target, onAdd }: CommentFormProps) {
  const form = useCommentDraft(target, onAdd);
  return (
    <form onSubmit={form.handleSubmit} className="mt-6">
      <CommentField
        id="comment"
        label={COMMENT_STRINGS.label}
        text={form.text}
        onChange={form.setText}
        fieldRef={form.field}
      />
      {/* aria-disabled instead of disabled, so that the button keeps the focus once the comment is sent. */}
      <button
        type="submit"
        className="button button-primary mt-3 aria-disabled:opacity-55"
        aria-disabled={form.isDisabled}
      >
        {COMMENT_STRINGS.post}
      </button>
    </form>
  );
}

interface ReplyFormProps extends CommentFormProps {
  /** The author of the comment; null if the comment is deleted. */
  authorName: string | null;
  /** Whether the user has just opened the form: it then takes the focus. */
  isFocused: boolean;
  /** Called after the reply is stored, and when the user cancels it. */
  onClose: () => void;
}

/** The form for a reply to a comment. After it is closed with Escape, its draft remains on this device. */
export function ReplyForm({ target, authorName, isFocused, onAdd, onClose }: ReplyFormProps) {
  const form = useCommentDraft(target, onAdd, onClose);
  const { field } = form;
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused, field]);
  const handleCancel = () => {
    // A reply that is being sent cannot be cancelled. If sending it fails, its text is needed.
    if (form.isBusy) return;
    form.discard();
    onClose();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposingKey(event) && !form.isBusy) onClose();
  };
  return (
    <form onSubmit={form.handleSubmit} className="mt-4">
      <CommentField
        id={`reply-${target.threadId}`}
        label={
          authorName === null
            ? COMMENT_STRINGS.replyLabel
            : COMMENT_STRINGS.replyLabelTo({ name: authorName })
        }
        text={form.text}
        onChange={form.setText}
        onKeyDown={handleKeyDown}
        fieldRef={field}
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <button
          type="submit"
          className="button button-primary aria-disabled:opacity-55"
          aria-disabled={form.isDisabled}
        >
          {COMMENT_STRINGS.postReply}
        </button>
        <button
          type="button"
          className="button button-quiet aria-disabled:opacity-55"
          aria-disabled={form.isBusy}
          onClick={handleCancel}
        >
          {COMMENT_STRINGS.cancel}
        </button>
      </div>
    </form>
  );
}

/** The draft of a comment, saved on this device until it is sent. */
function useCommentDraft(target: DraftTarget, onAdd: CommentFormProps['onAdd'], onSent?: () => void) {
  const { userId, postId, threadId = null } = target;
  const [draft, setDraft] = useState(() => readCommentDraft(target) ?? createCommentDraft());
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    const own = { userId, postId, threadId };
    // An empty form must not remove what the user is writing in another tab.
    const isSaved = readCommentDraft(own)?.clientCommentId === draft.clientCommentId;
    if (draft.text.trim() !== '' || isSaved) saveCommentDraft(own, draft);
    // The device has one draft for all tabs, and this one was replaced before by the one that is removed.
    return onDraftRemoved(own, (removedId) => {
      if (removedId !== draft.clientCommentId) saveCommentDraft(own, draft);
    });
  }, [userId, postId, threadId, draft]);
  const field = useRef<HTMLTextAreaElement>(null);
  const isEmpty = draft.text.trim() === '';

  async function send() {
    setIsBusy(true);
    const hasOtherSignedIn = trackOtherUser();
    try {
      const comment = await onAdd({ ...draft, text: draft.text.trim() });
      // Keeps text that was changed after the stored attempt or while the request was pending.
      setDraft(({ text }) => createCommentDraft(isSameText(comment, text) ? '' : text));
      // Needed when the user has left the page in the meantime.
      const isSent = isSameText(comment, readCommentDraft(target)?.text ?? '');
      if (isSent) removeCommentDraft(target);
      if (!isSameText(comment, draft.text) && !hasOtherSignedIn())
        toast(COMMENT_STRINGS.earlierVersionPosted);
      if (isSent) onSent?.();
    } catch (cause) {
      if (!hasOtherSignedIn()) toastFailure(errorMessage(cause, DEFAULT_MESSAGES.other));
    } finally {
      setIsBusy(false);
    }
  }

  return {
    field,
    text: draft.text,
    setText: (text: string) => setDraft((current) => ({ ...current, text })),
    discard: () => removeCommentDraft(target),
    isBusy,
    isDisabled: isBusy || isEmpty,
    handleSubmit(event: FormEvent) {
      event.preventDefault();
      if (isEmpty || isBusy) return;
      if (isCommentTooLong(draft.text)) field.current?.focus();
      else void send();
    },
  };
}

/** Compares a stored comment with field text; the server stores text normalized and trimmed. */
function isSameText(comment: Comment, text: string): boolean {
  return normalizeText(text).trim() === comment.text;
}
