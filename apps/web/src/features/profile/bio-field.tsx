import { LIMITS } from '@safarnama/contracts';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { countBioCharacters } from './save-profile.ts';
import { PROFILE_STRINGS } from './strings.ts';

interface BioFieldProps {
  bio: string;
  error: string | undefined;
  onChange: (bio: string) => void;
}

/** The field for the user's bio, with a character counter. */
export function BioField({ bio, error, onChange }: BioFieldProps) {
  const id = useId();
  const count = countBioCharacters(bio);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {PROFILE_STRINGS.form.bio}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={2}
        className="input min-h-20 py-2.5"
        value={bio}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p
        id={`${id}-note`}
        className={`mt-1.5 flex items-start gap-1.5 text-sm ${error === undefined ? 'text-ink-soft' : 'text-danger'}`}
      >
        {/* Errors must not rely on color alone. */}
        {error !== undefined && <CircleAlert aria-hidden className="mt-0.5 size-4 flex-none" />}
        <span className="min-w-0 flex-1">{error ?? PROFILE_STRINGS.form.bioHint}</span>
        <span className="tabular-nums">
          {count}/{LIMITS.bio}
        </span>
      </p>
    </div>
  );
}
