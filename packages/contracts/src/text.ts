/** Length of a text in code points. Expects NFC, as `normalizeText` returns it. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

const encoder = new TextEncoder();

/** Size of a text in UTF-8 bytes. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** The `clientPostId` of a draft, whichever device or process publishes it, so that one draft becomes one story. */
export function clientPostIdOf(draftKey: string): string {
  return draftKey.replaceAll('-', '');
}

/** True when a text has no visible character: only white space, control, format (zero-width) and filler characters. */
export function isBlank(text: string): boolean {
  // U+2800 is the Braille pattern without dots.
  return !/[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

/** Turns line breaks and control characters into spaces, and removes those that change the direction of the text after it. */
export function toSingleLine(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

/**
 * NFC turns at most 4 code points of 2 UTF-16 units into one: what is longer need not be normalized to be too long for a
 * limit of `max` code points.
 */
export const mayFit = (text: string, max: number): boolean => text.length <= 8 * max;

const LONG_COMBINING_RUNS = /(?:(?!\u034f)\p{M}){30}(?=(?!\u034f)\p{M})/gu;

/**
 * Inserts the invisible U+034F into runs of more than 30 combining marks, which no script needs: the time to normalize a run
 * grows with the square of its length. See https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
export const splitCombiningRuns = (text: string): string => text.replace(LONG_COMBINING_RUNS, '$&\u034f');

/** Replaces lone surrogates and converts to NFC, the form in which texts are measured and stored. */
export function normalizeText(text: string): string {
  return splitCombiningRuns(text.toWellFormed()).normalize('NFC');
}
