import { toSafeHref } from '@safarnama/contracts';

const EMAIL = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;
/** `example.org/path`: a host name with a dot, without a scheme. */
const BARE_HOST = /^[^\s/:@.]+(?:\.[^\s/:@.]+)+(?::\d+)?(?:[/?#]\S*)?$/u;

/**
 * Completes a typed link address: `example.org` gets `https://`, `a@b.org` gets `mailto:`.
 *
 * @returns the URL; null unless it is a valid http, https or mailto address that a story may contain.
 */
export function toLinkAddress(input: string): string | null {
  const text = input.trim();
  if (EMAIL.test(text)) return toSafeHref(`mailto:${text}`);
  const address = BARE_HOST.test(text) ? `https://${text}` : text;
  // A scheme alone, such as `mailto:`, is a valid URL, but not an address.
  return /^(?:https?:\/\/\S|mailto:\S+@\S)/i.test(address) ? toSafeHref(address) : null;
}
