import { splitCombiningRuns } from '@safarnama/contracts';

/**
 * Folds case, Unicode forms and the accents of Latin, Greek and Cyrillic, so that "Kāśī" equals "kasi". Combining
 * characters of Indian scripts are part of the spelling and stay. Joiners (ZWJ, ZWNJ) are removed: they only change how
 * a word looks.
 */
export function foldText(text: string): string {
  const letters = splitCombiningRuns(text)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u200b-\u200d\u2060\ufeff]/g, '')
    .toLowerCase();
  return splitCombiningRuns(letters).normalize('NFC');
}

/** Returns the folded words of a text, in its order. */
export function splitFolded(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
