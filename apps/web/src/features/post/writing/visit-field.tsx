import { FIRST_VISIT_DAY, lastVisitDay } from '@safarnama/contracts';
import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { TextField } from '../../../components/text-field.tsx';
import { WRITING_STRINGS } from './strings.ts';

const { visit: STRINGS } = WRITING_STRINGS;

interface VisitFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  /** `2024-03-12`; empty for none. */
  day: string;
  error: string | undefined;
  onDay: (day: string) => void;
}

/** The day on which the author visited the place of the story. */
export function VisitField({ ref, day, error, onDay }: VisitFieldProps) {
  const handleClear = () => {
    onDay('');
    ref.current?.focus();
  };
  return (
    <div className="max-w-sm">
      <TextField
        ref={ref}
        label={STRINGS.label}
        type="date"
        hint={STRINGS.hint}
        error={error}
        min={FIRST_VISIT_DAY}
        max={lastVisitDay()}
        value={day}
        onChange={(event) => onDay(event.target.value)}
        action={
          day !== '' && (
            <button type="button" className="button-icon" aria-label={STRINGS.clear} onClick={handleClear}>
              <X aria-hidden className="size-4" />
            </button>
          )
        }
      />
    </div>
  );
}
