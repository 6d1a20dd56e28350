import { useId } from 'react';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  hint: string;
}

interface ChoiceFieldProps<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice between a few alternatives, each with an explanation. */
export function ChoiceField<Value extends string>({
  label: legend,
  choices,
  value: chosen,
  onChange,
}: ChoiceFieldProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">{legend}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {choices.map(({ value, label, hint }) => {
          const hintId = `${name}-${value}`;
          return (
            <label
              key={value}
              className="flex min-h-11 items-start gap-3 rounded-control border border-line-strong bg-paper-raised p-3.5 has-checked:border-indigo has-checked:bg-indigo-wash"
            >
              <input
                type="radio"
                name={name}
                value={value}
                checked={chosen === value}
                onChange={() => onChange(value)}
                aria-describedby={hintId}
                aria-label={label}
                className="mt-0.5 size-5 shrink-0 accent-indigo-fill"
              />
              <span className="min-w-0">
                <span className="block font-semibold">{label}</span>
                <span id={hintId} className="block text-ink-soft text-sm">
                  {hint}
                </span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
