import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  /** Validation error; announced with the field. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Whether changes of the hint are announced, for hints that depend on the value. */
  isHintLive?: boolean;
  /** A control at the end of the field. */
  action?: ReactNode;
  /** Shown below the input, at its width, such as the options of a combobox. */
  popup?: ReactNode;
}

/** A labelled field, described by its error or, without one, its hint. */
export function TextField({
  label,
  error,
  hint,
  isHintLive = false,
  action,
  popup,
  className = '',
  ...input
}: TextFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  /** How often Enter was pressed in the field since the last other key. */
  const [enterCount, setEnterCount] = useState(0);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {label}
      </label>
      <div className="relative">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only observes the keys of the field. */}
        <div onKeyDown={({ key }) => setEnterCount(key === 'Enter' ? enterCount + 1 : 0)}>
          <input
            {...input}
            id={id}
            className={`input ${action ? 'pe-12' : ''} ${className}`}
            aria-invalid={error !== undefined}
            aria-describedby={note === undefined ? undefined : noteId}
          />
        </div>
        {action && <div className="absolute inset-y-0 end-0 flex items-center">{action}</div>}
        {popup}
      </div>
      {/*
       * An error is announced with the field that receives the focus. A field in which Enter submits the form has it
       * already, so the error is announced as it appears, and again, as a new element, after each Enter.
       */}
      <div aria-live={isHintLive || enterCount > 0 ? 'polite' : 'off'}>
        {note !== undefined && (
          <p
            key={error && enterCount}
            id={noteId}
            className={`mt-1.5 flex items-start gap-1.5 text-sm ${error === undefined ? 'text-ink-soft' : 'text-danger'}`}
          >
            {/* Errors must not rely on color alone. */}
            {error !== undefined && <CircleAlert aria-hidden className="mt-0.5 size-4 flex-none" />}
            <span className="min-w-0">{note}</span>
          </p>
        )}
      </div>
    </div>
  );
}
