import { useId } from 'react';

interface SwitchFieldProps {
  label: string;
  /** What the switch does, or why it is disabled; announced with the label. */
  hint: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** A labelled switch that takes effect immediately. */
export function SwitchField({ label, hint, isOn, isDisabled = false, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-5">
      <div className="min-w-0">
        <label htmlFor={id} className="block font-semibold">
          {label}
        </label>
        <p id={`${id}-hint`} className="mt-0.5 text-ink-soft text-sm">
          {hint}
        </p>
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-describedby={`${id}-hint`}
        className="switch"
        checked={isOn}
        aria-checked={isOn}
        // aria-disabled instead of disabled, so that a switch that becomes disabled keeps the focus.
        aria-disabled={isDisabled}
        onChange={(event) => {
          if (!isDisabled) onChange(event.target.checked);
        }}
      />
    </div>
  );
}
