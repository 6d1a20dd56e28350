import { getLanguage } from '../i18n/language.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Few graphemes are longer: a family emoji with skin tones has 19 UTF-16 units. */
const MAX_UNITS_PER_GRAPHEME = 40;

/** The first `count` graphemes: an emoji family, or a letter with its diacritics, counts as one. */
export function firstGraphemes(text: string, count: number): string {
  let counted = 0;
  // Segments the beginning only, because the segmenter is slow on a long text.
  for (const { index } of graphemes.segment(text.slice(0, count * MAX_UNITS_PER_GRAPHEME))) {
    if (counted === count) return text.slice(0, index);
    counted += 1;
  }
  return text;
}

/** The language whose letter forms and screen reader voice suit a script best. */
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
 * The language that suits the script of the first letter best; undefined without a letter and for scripts not in the
 * list.
 */
export function findScriptLanguage(text: string): string | undefined {
  const letter = /\p{L}/u.exec(text)?.[0] ?? '';
  return LANGUAGES.find(([script]) => script.test(letter))?.[1];
}

/**
 * Guesses the `lang` of a user's text from the script of its first letter.
 * Undefined for the language of the page, which needs no `lang`, and for scripts not in the list.
 */
export function guessLanguage(text: string): string | undefined {
  const guessed = findScriptLanguage(text);
  return guessed === getLanguage() ? undefined : guessed;
}
