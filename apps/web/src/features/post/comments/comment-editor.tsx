import { type Comment, normalizeText } from '@safarnama/contracts';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { errorMessage } from '../../../lib/api-client.ts';
import { isComposingKey } from '../../../lib/composing-key.ts';
import { DEFAULT_MESSAGES } from '../../../lib/default-messages.ts';
import { trackOtherUser } from '../../../stores/track-user.ts';
import {
  createCommentDraft,
  type DraftTarget,
  readCommentDraft,
  removeCommentDraft,
  saveCommentDraft,
} from './comment-drafts.ts';
import { CommentField, isCommentTooLong } from './comment-field.tsx';
import { COMMENT_STRINGS } from './strings.ts';

interface CommentEditorProps {
  comment: Comment;
  /** Identifies the draft of this change. */
  target: DraftTarget;
  /** Whether the user has just opened the editor: it then takes the focus. */
  isFocused: boolean;
  /** Rejects like `request`; the text then stays in the field. */
  onSave: (text: string) => Promise<void>;
  onClose: () => void;
}

/** Edits the text of a comment in its row. The changed text is stored on this device until it is saved or discarded. */
export function CommentEditor({ comment, target, isFocused, onSave, onClose }: CommentEditorProps) {
  const [text, setText] = useState(() => readCommentDraft(target)?.text ?? comment.text);
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isEmpty = text.trim() === '';
  useEffect(() => {
    const { current } = field;
    if (!isFocused) return;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, [isFocused]);

  function close() {
    removeCommentDraft(target);
    onClose();
  }

  async function save() {
    setIsBusy(true);
    const hasOtherSignedIn = trackOtherUser();
    try {
      await onSave(text.trim());
      // Keeps text that was changed while the request was pending.
      if ((readCommentDraft(target)?.text ?? text) === text) close();
    } catch (cause) {
      if (!hasOtherSignedIn()) toastFailure(errorMessage(cause, DEFAULT_MESSAGES.other));
    } finally {
      setIsBusy(false);
    }
  }

  const handleChange = (changed: string) => {
    setText(changed);
    saveCommentDraft(target, createCommentDraft(changed));
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty || isBusy) return;
    if (isCommentTooLong(text)) field.current?.focus();
    else if (normalizeText(text).trim() === comment.text) close();
    else void save();
  };
  const handleCancel = () => {
    if (!isBusy) close();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposingKey(event) && !isBusy) onClose();
  };
  return (
    <form onSubmit={handleSubmit} className="mt-2">
      <CommentField
        id={`edit-${comment._id}`}
        label={COMMENT_STRINGS.editLabel}
        text={text}
        onChange={handleChange}
        onKeyDown={handleKeyDown}
        fieldRef={field}
      />
      <div className="mt-3 flex flex-wrap gap-3">
        {/* aria-disabled instead of disabled, so that the button keeps the focus while busy. */}
        <button
          type="submit"
          className="button button-primary aria-disabled:opacity-55"
          aria-disabled={isBusy || isEmpty}
        >
          {COMMENT_STRINGS.save}
        </button>
        <button
          type="button"
          className="button button-quiet aria-disabled:opacity-55"
          aria-disabled={isBusy}
          onClick={handleCancel}
        >
          {COMMENT_STRINGS.cancel}
        </button>
      </div>
    </form>
  );
}
