import { type ReactNode, useId } from 'react';

interface ChoiceGroupProps<Value extends string> {
  /** Accessible name of the group. */
  label: string;
  choices: readonly { value: Value; content: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice between a few short options, in one rounded row of radio buttons. */
export function ChoiceGroup<Value extends string>({
  label,
  choices,
  value: chosen,
  onChange,
}: ChoiceGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className="inline-flex min-w-0 flex-wrap rounded-[1.5rem] border border-line-strong bg-paper-raised p-1">
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value, content }) => (
        <label
          key={value}
          className="inline-flex min-h-8 cursor-pointer items-center gap-1.5 whitespace-nowrap rounded-full px-3 text-ink-soft text-sm hover:text-ink has-checked:bg-indigo-wash has-checked:font-semibold has-checked:text-indigo has-focus-visible:outline-3 has-focus-visible:outline-indigo has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={chosen === value}
            onChange={() => onChange(value)}
            className="sr-only"
          />
          {content}
        </label>
      ))}
    </fieldset>
  );
}
