/** Longer words are cut to this many code units: no word of a language is longer, and an index key is bounded. */
const MAX_TOKEN_LENGTH = 40;

/**
 * Folds case, Unicode forms and the accents of Latin, Greek and Cyrillic, so that "Kāśī" and "kasi" are one.
 * The marks of Indian scripts are vowels and stay. Joiners (ZWJ, ZWNJ) go: they change the shape, not the word.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u200b-\u200d\u2060\ufeff]/g, '')
    .toLowerCase()
    .normalize('NFC');
}

/** The folded words of a text, each once. */
export function tokenize(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, MAX_TOKEN_LENGTH)))];
}
