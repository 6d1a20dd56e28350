import type { PasswordRating } from './rate-password.ts';

const CAUSES: Readonly<Record<Exclude<PasswordRating['cause'], 'common' | null>, string>> = {
  personal: 'it contains your name, your email address or the name of this site',
  repeat: 'too repetitive',
  sequence: 'it contains a sequence of letters, digits or neighbouring keys',
  date: 'it contains a date or a year',
};

export const PASSWORD_STRINGS = {
  rule: (minLength: number) => `At least ${minLength} characters, in any script.`,
  /** The hint on a new password. It is advice; no password is rejected for it. */
  rating({ level, cause }: PasswordRating): string {
    if (level === 3) return 'Hard to guess.';
    if (level === 0 || cause === 'common') return 'Too common. Attackers try it first.';
    const reason = cause === null ? '' : `: ${CAUSES[cause]}`;
    return level === 1
      ? `Easy to guess${reason}. Try three or four unrelated words.`
      : `Could be stronger${reason}. Add another word.`;
  },
} as const;
