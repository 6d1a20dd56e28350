const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A grapheme is seldom longer: a family emoji with skin tones has about 30 UTF-16 units. */
const MAX_UNITS_PER_GRAPHEME = 40;

/** The first `count` characters as people see them: an emoji family or a letter with its marks counts as one. */
export function firstGraphemes(text: string, count: number): string {
  let counted = 0;
  // Only the beginning is segmented: the segmenter is slow on a long text.
  for (const { index } of graphemes.segment(text.slice(0, count * MAX_UNITS_PER_GRAPHEME))) {
    if (counted === count) return text.slice(0, index);
    counted += 1;
  }
  return text;
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Pieces of a line that end before a space; only in 2,000 characters without one a word may be cut. */
const LINE_CHUNKS = /.{1,2000}(?=\s|$)|.{1,2000}/gu;

/** Number of words in any script. Piece by piece: the segmenter is quadratic in the length of one string. */
export function countWords(text: string): number {
  let count = 0;
  for (const line of text.split('\n')) {
    for (const chunk of line.match(LINE_CHUNKS) ?? []) {
      for (const { isWordLike } of words.segment(chunk)) if (isWordLike) count += 1;
    }
  }
  return count;
}

const WORDS_PER_MINUTE = 200;

/** Minutes to read that many words, at least 1. */
export function readMinutes(wordCount: number): number {
  return Math.max(1, Math.round(wordCount / WORDS_PER_MINUTE));
}

/** The language whose voice and letter forms serve a script best; the first letter of a text decides. */
const LANGUAGES: readonly (readonly [script: RegExp, language: string])[] = [
  [/\p{Script=Latin}/u, 'en'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Gujarati}/u, 'gu'],
  [/\p{Script=Gurmukhi}/u, 'pa'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Kannada}/u, 'kn'],
  [/\p{Script=Malayalam}/u, 'ml'],
  [/\p{Script=Oriya}/u, 'or'],
  [/\p{Script=Arabic}/u, 'ur'],
];

/**
 * What goes into the `lang` of a text whose language nobody told: a guess from the script of its first letter.
 * Undefined for Latin letters (the page is English already) and for scripts we do not know.
 */
export function guessLanguage(text: string): string | undefined {
  const letter = /\p{L}/u.exec(text)?.[0] ?? '';
  const language = LANGUAGES.find(([script]) => script.test(letter))?.[1];
  return language === 'en' ? undefined : language;
}
