/**
 * False for a text that is longer than `max` code points even in NFC, which turns at most 4 code points of 2 UTF-16
 * units into one: such a text need not be normalized to be rejected.
 */
export const mayFit = (text: string, max: number): boolean => text.length <= 8 * max;

const LONG_COMBINING_RUNS = /(?:(?!\u034f)\p{M}){30}(?=(?!\u034f)\p{M})/gu;

/**
 * Inserts the invisible U+034F into runs of more than 30 combining marks, which no script needs: the time to normalize
 * a run grows with the square of its length. See https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
export const splitCombiningRuns = (text: string): string => text.replace(LONG_COMBINING_RUNS, '$&\u034f');

/**
 * Replaces lone surrogates and converts to NFC, the form in which texts are measured. All but locations are also stored
 * in it.
 */
export function normalizeText(text: string): string {
  return splitCombiningRuns(text.toWellFormed()).normalize('NFC');
}
