/** A stretch of text; a link when it has an `href`. */
export interface TextPart {
  text: string;
  href?: string;
}

/**
 * A possible address: from its scheme (or `www.`) up to white space, a quotation mark, an angle bracket, a danda, or
 * an invisible or bidirectional control character. A single character class, so the match cannot backtrack.
 */
const CANDIDATE =
  /(?:https?:\/\/|mailto:|www\.)[^\s<>"“”«»।॥\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/giu;

/** A Latin letter or a digit before the match: an address does not start inside such a word. */
const WORD_CHARACTER = /[A-Za-z0-9]$/;

/** Characters that end a sentence rather than an address. */
const TRAILING = new Set(".,;:!?'’‘…*_~|،؛؟۔、。，！？：；");
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** An address with a host that no DNS name has. Converting it to Punycode takes time quadratic in its length. */
const LONG_HOST = /^[a-z]+:[\\/]*[^\\/?#]{254}/i;

const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/**
 * Splits a text at its web and mail addresses. The joined parts equal the text.
 *
 * @returns parts in order; links have an http, https or mailto `href`, invalid addresses stay plain text.
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: candidate, index } of text.matchAll(CANDIDATE)) {
    if (WORD_CHARACTER.test(text.slice(Math.max(0, index - 1), index))) continue;
    const address = trimTrailing(candidate);
    const href = toHref(address);
    if (href === undefined) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** Drops trailing punctuation and closing brackets that were not opened within the address. */
function trimTrailing(address: string): string {
  const counts = new Map<string, number>();
  for (const char of address) counts.set(char, (counts.get(char) ?? 0) + 1);
  let end = address.length;
  while (end > 0) {
    const char = address[end - 1] ?? '';
    const opening = OPENING[char];
    const closed = counts.get(char) ?? 0;
    const isUnmatched = opening !== undefined && closed > (counts.get(opening) ?? 0);
    if (!TRAILING.has(char) && !isUnmatched) break;
    if (isUnmatched) counts.set(char, closed - 1);
    end -= 1;
  }
  return address.slice(0, end);
}

function toHref(address: string): string | undefined {
  const withScheme = /^www\./i.test(address) ? `https://${address}` : address;
  if (LONG_HOST.test(withScheme) || !URL.canParse(withScheme)) return undefined;
  const url = new URL(withScheme);
  if (!SCHEMES.has(url.protocol)) return undefined;
  if (url.protocol === 'mailto:') return /.@./u.test(url.pathname) ? url.href : undefined;
  // Credentials before an @ can make one address look like another.
  const hasCredentials = url.username !== '' || url.password !== '';
  const hasHost = /[^.]/.test(url.hostname);
  return hasHost && !hasCredentials ? url.href : undefined;
}
