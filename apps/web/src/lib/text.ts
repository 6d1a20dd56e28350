import { getLanguage } from '../i18n/language.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Few graphemes are longer, and are cut: a family emoji with skin tones has 19 UTF-16 units. */
const MAX_UNITS_PER_GRAPHEME = 40;

/** The first `count` graphemes: an emoji family, or a letter with its diacritics, counts as one. */
export function firstGraphemes(text: string, count: number): string {
  let counted = 0;
  // Segments the beginning only, because the segmenter is slow on a long text.
  const beginning = text.slice(0, count * MAX_UNITS_PER_GRAPHEME).replace(/[\uD800-\uDBFF]$/, '');
  for (const { index } of graphemes.segment(beginning)) {
    if (counted === count) return beginning.slice(0, index);
    counted += 1;
  }
  return beginning;
}

/** The script of each language, by which the language of a text is guessed. */
const SCRIPT_BY_LANGUAGE: Record<string, string> = {
  en: 'Latin',
  hi: 'Devanagari',
  ta: 'Tamil',
  bn: 'Bengali',
  gu: 'Gujarati',
  pa: 'Gurmukhi',
  te: 'Telugu',
  kn: 'Kannada',
  ml: 'Malayalam',
  or: 'Oriya',
  ur: 'Arabic',
};

/**
 * The language that suits best the script of most letters at the beginning of a text; undefined without a letter and
 * for scripts not in the list.
 */
export function findScriptLanguage(text: string): string | undefined {
  const beginning = text.slice(0, 500);
  let most = 0;
  let found: string | undefined;
  for (const language in SCRIPT_BY_LANGUAGE) {
    const letters = beginning.match(RegExp(`\\p{Script=${SCRIPT_BY_LANGUAGE[language]}}`, 'gu')) ?? [];
    if (letters.length > most) {
      most = letters.length;
      found = language;
    }
  }
  return found;
}

/**
 * Guesses the `lang` of a user's text from the script of most of its letters.
 * Undefined for the language of the page, which needs no `lang`, and for scripts not in the list.
 */
export function guessLanguage(text: string): string | undefined {
  const guessed = findScriptLanguage(text);
  return guessed === getLanguage() ? undefined : guessed;
}
