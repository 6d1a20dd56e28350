/** In UTF-16 units. Longer words are cut off, which bounds what is stored for hostile input. */
export const MAX_WORD_LENGTH = 64;

/** Letters that have no decomposition into a base letter and an accent. */
const LATIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
};
/** Malayalam chillu letters and Bengali khanda ta: replaced by the consonant with a virama. */
const FINAL_CONSONANTS: Record<string, string> = {
  '\u0d54': '\u0d2e\u0d4d',
  '\u0d55': '\u0d2f\u0d4d',
  '\u0d56': '\u0d34\u0d4d',
  '\u0d7a': '\u0d23\u0d4d',
  '\u0d7b': '\u0d28\u0d4d',
  '\u0d7c': '\u0d30\u0d4d',
  '\u0d7d': '\u0d32\u0d4d',
  '\u0d7e': '\u0d33\u0d4d',
  '\u0d7f': '\u0d15\u0d4d',
  '\u09ce': '\u09a4\u09cd',
};
const REPLACED = new RegExp(`[${Object.keys({ ...LATIN_LETTERS, ...FINAL_CONSONANTS }).join('')}]`, 'gu');
const REPLACEMENTS = new Map(Object.entries({ ...LATIN_LETTERS, ...FINAL_CONSONANTS }));

const replaceLetter = (letter: string) => REPLACEMENTS.get(letter) ?? letter;

/** Accents of Latin, Greek and Cyrillic; the marks of Indic scripts are vowels and stay. */
const ACCENTS = /[\u0300-\u036f]/gu;
/** Joiners, apostrophes and everything else that is not a letter, a mark of a letter or a number. */
const NOT_IN_WORDS =
  /[^\p{L}\p{M}\p{N}]|[\u034f\u180b-\u180f\u20d0-\u20ff\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
const POSSESSIVE = /['’]s?$/u;
const PLAIN = /^[a-z0-9]*$/;
const FOLDED = new RegExp(`^[a-z0-9]{1,${MAX_WORD_LENGTH}}$`);
/** Words of Indic scripts without joiners and digits: nothing to fold but the Unicode form and final consonants. */
const INDIC =
  /^[\u0900-\u0963\u0971-\u09e3\u0a00-\u0a65\u0a70-\u0ae3\u0b00-\u0b63\u0b70-\u0be5\u0c00-\u0c63\u0c80-\u0ce3\u0d00-\u0d63\u0d7a-\u0d7f]+$/;
const DIGIT = /[\u0660-\uffff\u{10000}-\u{1ffff}]/u;

/**
 * The value of a decimal digit of any script, as in Unicode the ten digits of a script have consecutive code points.
 */
function digitValue(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value += 1;
  return String(value);
}

/**
 * Removes from a word what differs between ways of writing it: case, accents, Unicode form, width, zero-width
 * joiners, apostrophes, an English possessive, the script of digits. Letters of different scripts stay different.
 *
 * @param word - one word, as between a token's `start` and `end`.
 * @returns at most 64 UTF-16 units; empty if nothing is left.
 */
export function foldWord(word: string): string {
  // Fast path: most words in Latin letters need no folding.
  if (FOLDED.test(word)) return word;
  let folded = word.slice(0, 4 * MAX_WORD_LENGTH);
  folded = folded.replace(POSSESSIVE, '').toLowerCase();
  if (INDIC.test(folded)) {
    folded = folded.normalize('NFC').replace(REPLACED, replaceLetter);
  } else if (!PLAIN.test(folded)) {
    folded = folded.normalize('NFKD').toLowerCase().replace(ACCENTS, '');
    folded = folded.replace(REPLACED, replaceLetter);
    folded = folded.replace(NOT_IN_WORDS, '').normalize('NFC');
    if (DIGIT.test(folded)) folded = folded.replace(/\p{Nd}/gu, digitValue);
  }
  if (folded.length <= MAX_WORD_LENGTH) return folded;
  const end = /[\udc00-\udfff]/.test(folded.charAt(MAX_WORD_LENGTH)) ? MAX_WORD_LENGTH - 1 : MAX_WORD_LENGTH;
  return folded.slice(0, end);
}
