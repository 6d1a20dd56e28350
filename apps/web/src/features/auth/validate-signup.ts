import { codePointLength, isBlank, LIMITS, normalizeText, type SignupInput } from '@safarnama/contracts';
import { isEmail } from '../../lib/email.ts';
import type { LiveMessage } from '../../lib/failures.ts';
import { SIGNUP_STRINGS } from './signup-strings.ts';
import { AUTH_STRINGS } from './strings.ts';

export type SignupErrors = Partial<Record<keyof SignupInput, LiveMessage>>;

/**
 * Applies the server's rules for a new account, without the zod schema, whose script is larger than the form's. Rules
 * that this omits are checked by the server.
 */
export function validateSignup({ fullName, email, password }: SignupInput): SignupErrors {
  const errors: SignupErrors = {};
  if (isBlank(fullName)) errors.fullName = () => SIGNUP_STRINGS.fullNameRequired;
  if (isBlank(email)) errors.email = () => AUTH_STRINGS.emailRequired;
  else if (!isEmail(email)) errors.email = () => SIGNUP_STRINGS.invalidEmail;
  const passwordLength = codePointLength(normalizeText(password));
  if (passwordLength === 0) errors.password = () => AUTH_STRINGS.passwordRequired;
  else if (passwordLength < LIMITS.passwordMin)
    errors.password = () => SIGNUP_STRINGS.passwordTooShort({ min: LIMITS.passwordMin });
  return errors;
}
