import { type Comment, normalizeText } from '@safarnama/contracts';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { errorMessage } from '../../../lib/api-client.ts';
import { DEFAULT_MESSAGES } from '../../../lib/default-messages.ts';
import { CommentField, isCommentTooLong } from './comment-field.tsx';
import { COMMENT_STRINGS } from './strings.ts';

interface CommentEditorProps {
  comment: Comment;
  /** Rejects with an ApiError; the text then stays in the field. */
  onSave: (text: string) => Promise<void>;
  onClose: () => void;
}

/** Edits the text of a comment in its row. */
export function CommentEditor({ comment, onSave, onClose }: CommentEditorProps) {
  const [text, setText] = useState(comment.text);
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isEmpty = text.trim() === '';
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);

  async function save() {
    setIsBusy(true);
    try {
      await onSave(text.trim());
      onClose();
    } catch (cause) {
      toastFailure(errorMessage(cause, DEFAULT_MESSAGES.other));
      setIsBusy(false);
    }
  }

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty || isBusy) return;
    if (isCommentTooLong(text)) field.current?.focus();
    else if (normalizeText(text).trim() === comment.text) onClose();
    else void save();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing && !isBusy) onClose();
  };
  return (
    <form onSubmit={handleSubmit} className="mt-2">
      <CommentField
        id={`edit-${comment._id}`}
        label={COMMENT_STRINGS.editLabel}
        text={text}
        onChange={setText}
        onKeyDown={handleKeyDown}
        fieldRef={field}
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <button type="submit" className="button button-primary" disabled={isBusy || isEmpty}>
          {COMMENT_STRINGS.save}
        </button>
        <button type="button" className="button button-quiet" disabled={isBusy} onClick={onClose}>
          {COMMENT_STRINGS.cancel}
        </button>
      </div>
    </form>
  );
}
