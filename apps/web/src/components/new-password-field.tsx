import { LIMITS } from '@safarnama/contracts';
import { type ComponentProps, useEffect, useState } from 'react';
import type { PasswordRating } from '../lib/rate-password.ts';
import { PasswordField } from './password-field.tsx';
import { PASSWORD_STRINGS } from './password-strings.ts';

/** A word on a password comes when the typing rests, not with each letter. */
const DEBOUNCE_MS = 400;

interface NewPasswordFieldProps extends Omit<ComponentProps<typeof PasswordField>, 'hint' | 'isHintLive'> {
  /** What others could know of the person; asked for when a password is weighed. */
  getPersonalTerms: () => readonly string[];
}

/** A field for a new password that says how easy it is to guess. It is a hint: nothing is refused by it. */
export function NewPasswordField({ getPersonalTerms, onChange, ...field }: NewPasswordFieldProps) {
  const [password, setPassword] = useState('');
  // Of a form that keeps the value itself, which also empties it.
  const value = field.value === undefined ? password : String(field.value);
  const judgement = useJudgement(value, getPersonalTerms);
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      isHintLive
      hint={judgement ? <StrengthHint judgement={judgement} /> : PASSWORD_STRINGS.rule(LIMITS.passwordMin)}
      onFocus={() => void loadJudge()}
      onChange={(event) => {
        setPassword(event.target.value);
        onChange?.(event);
      }}
    />
  );
}

/** Null where the script does not come: then there is no hint, and nothing else is amiss. */
const loadJudge = () => import('../lib/rate-password.ts').catch(() => null);

/** Null while there is nothing to say: too short, still being typed for the first time, or not to be weighed. */
function useJudgement(password: string, getPersonalTerms: () => readonly string[]): PasswordRating | null {
  const [judgement, setJudgement] = useState<PasswordRating | null>(null);
  const isLongEnough = [...password].length >= LIMITS.passwordMin;
  useEffect(() => {
    if (!isLongEnough) {
      setJudgement(null);
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const judge = await loadJudge();
      if (isCurrent && judge) setJudgement(judge.ratePassword(password, getPersonalTerms()));
    }, DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // What is known of the person is looked at when the password is.
  }, [password, isLongEnough, getPersonalTerms]);
  return judgement;
}

const LEVELS = [1, 2, 3] as const;
const COLOURS = ['bg-danger', 'bg-danger', 'bg-marigold', 'bg-online'] as const;

/** The words say it all; the bars are for the eye. */
function StrengthHint({ judgement: { level, cause } }: { judgement: PasswordRating }) {
  return (
    <>
      <span aria-hidden className="mt-1 mb-1.5 flex gap-1">
        {LEVELS.map((segment) => (
          <span
            key={segment}
            className={`h-1 flex-1 rounded-full ${segment <= Math.max(level, 1) ? COLOURS[level] : 'bg-line'}`}
          />
        ))}
      </span>
      {PASSWORD_STRINGS.levels[level]}
      {cause !== null && ` ${PASSWORD_STRINGS.causes[cause]}`}
    </>
  );
}
