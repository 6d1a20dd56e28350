import { codePointLength, normalizeText } from '@safarnama/contracts';
import { createStrings } from '../../i18n/strings.ts';
import { messages } from '../../locales/en/text-limit.ts';

const TEXT_LIMIT_STRINGS = createStrings('text-limit', messages);

/** The counter appears when fewer than this many characters are left. */
const COUNTER_THRESHOLD = 40;

/**
 * Returns the number of characters that still fit, counted as the server counts them; negative when the text is too
 * long.
 */
export function charactersLeft(text: string, max: number): number {
  return max - codePointLength(normalizeText(text.trim()));
}

/**
 * Formats the counter of a text near or over its limit, such as '12 characters left'.
 *
 * @returns undefined for shorter texts.
 */
export function formatCounter(text: string, max: number): string | undefined {
  const remaining = charactersLeft(text, max);
  if (remaining >= COUNTER_THRESHOLD) return undefined;
  return remaining < 0
    ? TEXT_LIMIT_STRINGS.tooLong({ count: -remaining, limit: max })
    : TEXT_LIMIT_STRINGS.left({ count: remaining });
}
