import { VISIBILITIES, type Visibility } from '@safarnama/contracts';
import { useId } from 'react';
import { WRITING_STRINGS } from './strings.ts';

const { visibility: STRINGS } = WRITING_STRINGS;

const TEXTS: Record<Visibility, { label: string; hint: string }> = {
  members: { label: STRINGS.members, hint: STRINGS.membersHint },
  public: { label: STRINGS.public, hint: STRINGS.publicHint },
};

interface VisibilityFieldProps {
  value: Visibility;
  onChange: (visibility: Visibility) => void;
}

/** Who may read the story once it is published. */
export function VisibilityField({ value, onChange }: VisibilityFieldProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">{STRINGS.label}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {VISIBILITIES.map((visibility) => {
          const { label, hint } = TEXTS[visibility];
          const hintId = `${name}-${visibility}`;
          return (
            <label
              key={visibility}
              className="flex min-h-11 items-start gap-3 rounded-control border border-line-strong bg-paper-raised p-3.5 has-checked:border-indigo has-checked:bg-indigo-wash"
            >
              <input
                type="radio"
                name={name}
                value={visibility}
                checked={value === visibility}
                onChange={() => onChange(visibility)}
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
