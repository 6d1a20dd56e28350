import { LIMITS } from '@safarnama/contracts';
import type { KeyboardEvent, RefObject } from 'react';
import { charactersLeft, formatCounter } from '../text-limit.ts';

/** Whether a comment has more characters than the server accepts. */
export const isCommentTooLong = (text: string) => charactersLeft(text, LIMITS.commentText) < 0;

interface CommentFieldProps {
  id: string;
  label: string;
  text: string;
  onChange: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
}

/**
 * The field for the text of a comment. It accepts text over the limit and reports the excess instead of truncating it.
 */
export function CommentField({ id, label, text, onChange, onKeyDown, fieldRef }: CommentFieldProps) {
  const isTooLong = isCommentTooLong(text);
  const note = formatCounter(text, LIMITS.commentText);
  const noteId = `${id}-note`;
  return (
    <>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {label}
      </label>
      <textarea
        ref={fieldRef}
        id={id}
        rows={3}
        className="input"
        dir="auto"
        aria-invalid={isTooLong}
        aria-describedby={note === undefined ? undefined : noteId}
        value={text}
        onChange={({ target: { value } }) => onChange(value)}
        onKeyDown={onKeyDown}
      />
      {note !== undefined && (
        <p
          id={noteId}
          className={`mt-1.5 text-sm tabular-nums ${isTooLong ? 'text-danger' : 'text-ink-soft'}`}
        >
          {note}
        </p>
      )}
    </>
  );
}
