const EMAIL = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;
/** `example.org/path`: a host name with a dot, without a scheme. */
const BARE_HOST = /^[^\s/:@.]+(?:\.[^\s/:@.]+)+(?::\d+)?(?:[/?#]\S*)?$/u;
const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/**
 * Completes a typed link address: `example.org` gets `https://`, `a@b.org` gets `mailto:`.
 *
 * @returns the URL; null unless it is a valid http, https or mailto address.
 */
export function toLinkAddress(input: string): string | null {
  const text = input.trim();
  if (EMAIL.test(text)) return `mailto:${text}`;
  const address = BARE_HOST.test(text) ? `https://${text}` : text;
  if (!/^(?:https?:\/\/\S|mailto:\S+@\S)/i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  return SCHEMES.has(url.protocol) ? url.href : null;
}
