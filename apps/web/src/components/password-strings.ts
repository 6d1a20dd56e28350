import { createStrings } from '../i18n/strings.ts';
import { messages } from '../locales/en/password.ts';
import type { PasswordRating } from './rate-password.ts';

export const PASSWORD_STRINGS = createStrings('password', messages);

/** The hint for a new password. It is only advice; no password is rejected because of its rating. */
export function describeRating({ level, cause }: PasswordRating): string {
  if (level === 3) return PASSWORD_STRINGS.strong;
  if (level === 0 || cause === 'common') return PASSWORD_STRINGS.common;
  const because = { cause: cause ?? '' };
  return level === 1 ? PASSWORD_STRINGS.weak(because) : PASSWORD_STRINGS.fair(because);
}
