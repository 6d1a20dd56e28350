import { codePointLength, normalizeText } from '@safarnama/contracts';

/** The counter appears when fewer than this many characters are left. */
const COUNTER_THRESHOLD = 40;

const numberFormat = new Intl.NumberFormat('en-IN');

/** Characters that still fit, counted as the server counts them; negative when the text is too long. */
export function charactersLeft(text: string, max: number): number {
  return max - codePointLength(normalizeText(text.trim()));
}

/** Counter of a text near or over its limit, such as '12 characters left'; undefined for shorter texts. */
export function remainingText(text: string, max: number): string | undefined {
  const remaining = charactersLeft(text, max);
  if (remaining >= COUNTER_THRESHOLD) return undefined;
  const count = Math.abs(remaining);
  const characters = `${numberFormat.format(count)} ${count === 1 ? 'character' : 'characters'}`;
  return remaining < 0 ? `${characters} too long (limit ${numberFormat.format(max)})` : `${characters} left`;
}
