import { EMAIL_PATTERN, LIMITS } from '@safarnama/contracts';

/**
 * Whether a trimmed text has the format and length that the server requires of an email address. Without the schema of
 * the contracts, which would cost more bytes than the whole form; the browser's own validation rejects non-Latin
 * addresses.
 */
export function isEmail(text: string): boolean {
  return text.length <= LIMITS.email && EMAIL_PATTERN.test(text);
}
