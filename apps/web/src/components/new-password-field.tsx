import { LIMITS } from '@safarnama/contracts';
import { type ComponentProps, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { PasswordField } from './password-field.tsx';
import { describeRating, PASSWORD_STRINGS } from './password-strings.ts';
import type { PasswordRating } from './rate-password.ts';

/** Pause in typing after which the password is rated. */
const DEBOUNCE_MS = 400;

interface NewPasswordFieldProps extends Omit<ComponentProps<typeof PasswordField>, 'hint' | 'isHintLive'> {
  /** Names and addresses that the password should not contain; called for each rating. */
  getPersonalTerms: () => readonly string[];
}

/** A field for a new password, with a hint on how easy it is to guess. Weak passwords are accepted. */
export function NewPasswordField({ getPersonalTerms, onChange, ref, ...field }: NewPasswordFieldProps) {
  const [password, setPassword] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current);
  // The field may have been filled in before the app ran.
  useEffect(() => setPassword(input.current?.value ?? ''), []);
  // A controlled field also changes when its form resets the value.
  const value = field.value === undefined ? password : String(field.value);
  const rating = usePasswordRating(value, getPersonalTerms);
  return (
    <PasswordField
      {...field}
      ref={input}
      autoComplete="new-password"
      isHintLive
      hint={
        rating ? <StrengthHint rating={rating} /> : PASSWORD_STRINGS.rule({ minLength: LIMITS.passwordMin })
      }
      onFocus={() => void loadRatingScript()}
      onChange={(event) => {
        setPassword(event.target.value);
        onChange?.(event);
      }}
    />
  );
}

/** Null when the script cannot be loaded; the field then works without a hint. */
const loadRatingScript = () => import('./rate-password.ts').catch(() => null);

/**
 * Rates a password. Null while it is too short, before the first pause in typing, and if the script cannot be loaded.
 */
function usePasswordRating(
  password: string,
  getPersonalTerms: () => readonly string[],
): PasswordRating | null {
  const [rating, setRating] = useState<PasswordRating | null>(null);
  const isLongEnough = [...password].length >= LIMITS.passwordMin;
  useEffect(() => {
    if (!isLongEnough) {
      setRating(null);
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const script = await loadRatingScript();
      if (isCurrent && script) setRating(script.ratePassword(password, getPersonalTerms()));
    }, DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, isLongEnough, getPersonalTerms]);
  return rating;
}

const LEVELS = [1, 2, 3] as const;
const COLORS = ['bg-danger', 'bg-danger', 'bg-marigold', 'bg-online'] as const;

/** The rating as text, with decorative bars. */
function StrengthHint({ rating }: { rating: PasswordRating }) {
  return (
    <>
      <span aria-hidden className="mt-1 mb-1.5 flex gap-1">
        {LEVELS.map((segment) => (
          <span
            key={segment}
            className={`h-1 flex-1 rounded-full ${segment <= Math.max(rating.level, 1) ? COLORS[rating.level] : 'bg-line'}`}
          />
        ))}
      </span>
      {describeRating(rating)}
    </>
  );
}
