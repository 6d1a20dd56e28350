import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

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
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          className={`input ${action ? 'pe-12' : ''} ${className}`}
          aria-invalid={error !== undefined}
          aria-describedby={note === undefined ? undefined : noteId}
        />
        {action && <div className="absolute inset-y-0 end-0 flex items-center">{action}</div>}
        {popup}
      </div>
      {note !== undefined && (
        <p
          id={noteId}
          aria-live={isHintLive ? 'polite' : undefined}
          className={`mt-1.5 flex items-start gap-1.5 text-sm ${error === undefined ? 'text-ink-soft' : 'text-danger'}`}
        >
          {/* Errors must not rely on color alone. */}
          {error !== undefined && <CircleAlert aria-hidden className="mt-0.5 size-4 flex-none" />}
          <span className="min-w-0">{note}</span>
        </p>
      )}
    </div>
  );
}
