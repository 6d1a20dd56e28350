import { LIMITS } from '@safarnama/contracts';

/**
 * Whether the server accepts an email address. This repeats the rule of the contracts, because importing their schema
 * would cost more bytes than the whole form; the browser's own validation rejects non-Latin addresses.
 */
export function isEmail(text: string): boolean {
  return text.length <= LIMITS.email && /^[^\s@"]+@[^\s@]+$/u.test(text);
}
