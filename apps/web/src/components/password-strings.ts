import { createStrings } from '../i18n/strings.ts';
import { messages } from '../locales/en/password.ts';
import type { PasswordRating } from './rate-password.ts';

const STRINGS = createStrings('password', messages);

export const PASSWORD_STRINGS = {
  rule: (minLength: number) => STRINGS.rule({ minLength }),
  /** The hint for a new password. It is only advice; no password is rejected because of its rating. */
  rating({ level, cause }: PasswordRating): string {
    if (level === 3) return STRINGS.strong;
    if (level === 0 || cause === 'common') return STRINGS.common;
    return level === 1 ? STRINGS.weak({ cause: cause ?? '' }) : STRINGS.fair({ cause: cause ?? '' });
  },
} as const;
