/** Longer words are truncated to this many UTF-16 code units, to limit the size of index keys. */
const MAX_TOKEN_LENGTH = 40;

/**
 * Folds case, Unicode forms and the accents of Latin, Greek and Cyrillic, so that "Kāśī" equals "kasi". Combining
 * characters of Indian scripts are part of the spelling and stay. Joiners (ZWJ, ZWNJ) are removed: they only change how a word
 * looks.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u200b-\u200d\u2060\ufeff]/g, '')
    .toLowerCase()
    .normalize('NFC');
}

/** Returns the distinct folded words of a text. */
export function tokenize(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, MAX_TOKEN_LENGTH)))];
}
