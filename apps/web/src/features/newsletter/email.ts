import { LIMITS } from '@safarnama/contracts';

/**
 * Whether the server takes this text for an address. The rule of the contracts again, which with its schema would
 * weigh more than the whole form; the browser's own rule refuses addresses in other scripts than Latin.
 */
export function isEmail(text: string): boolean {
  return text.length <= LIMITS.email && /^[^\s@"]{1,64}@[^\s@]{1,255}$/u.test(text);
}
