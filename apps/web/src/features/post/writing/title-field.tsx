import { LIMITS } from '@safarnama/contracts';
import { type RefObject, useId } from 'react';
import { useAutoGrow } from '../../../components/use-auto-grow.ts';
import { isComposingKey } from '../../../lib/composing-key.ts';
import { fieldNote } from './counted-field.tsx';
import { WRITING_STRINGS } from './strings.ts';

interface TitleFieldProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  value: string;
  error: string | undefined;
  onChange: (title: string) => void;
  /** Called when Enter is pressed, which moves the focus to the story. */
  onEnter: () => void;
}

/** The title field: a single line of text that wraps on the screen. */
export function TitleField({ ref, value, error, onChange, onEnter }: TitleFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  useAutoGrow(ref, value);
  const note = fieldNote(value, LIMITS.postTitle, error);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {WRITING_STRINGS.titleLabel}
      </label>
      <textarea
        ref={ref}
        id={id}
        rows={1}
        dir="auto"
        placeholder={WRITING_STRINGS.titlePlaceholder}
        enterKeyHint="next"
        className="input !min-h-14 field-sizing-content block max-h-[32rem] resize-none !py-3 font-display !text-2xl leading-tight"
        aria-invalid={error !== undefined}
        aria-describedby={note === undefined ? undefined : noteId}
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/[\r\n]+/g, ' '))}
        onKeyDown={(event) => {
          // While composing, Enter belongs to the input method.
          if (event.key !== 'Enter' || isComposingKey(event) || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          onEnter();
        }}
      />
      {note !== undefined && (
        <p
          id={noteId}
          className={`mt-1.5 text-sm tabular-nums ${error === undefined ? 'text-ink-soft' : 'text-danger'}`}
        >
          {note}
        </p>
      )}
    </div>
  );
}
