import { randomInt } from 'node:crypto';
import slugify from 'slugify';

const FALLBACK = 'story';
/** Code points; a longer slug is cut between words. */
const MAX_LENGTH = 80;
const SUFFIX_LENGTH = 5;
/** Excludes letters and digits that are easily confused. */
const SUFFIX_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

const JOINERS = /[\u200b-\u200d\u2060\ufeff]/g;
const WORD = /[\p{L}\p{M}\p{N}&%$₹'’]+/gu;
/** Combining accents on Latin letters that have no composed form in Unicode. */
const LATIN_ACCENTS = /(?<=\p{Script=Latin})[\u0300-\u036f]+/gu;
/** A run of characters that slugify writes in ASCII, or a run of another script. */
const RUN = /[\p{Script=Latin}0-9&%$₹'’]+|[^\p{Script=Latin}0-9&%$₹'’]+/gu;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const LATIN = /^[\p{Script=Latin}0-9&%$₹'’]/u;

function slugifyRun(run: string): string {
  if (LATIN.test(run)) {
    // NFKC turns wide letters and ligatures (Ｇｏａ, ﬁ) into letters that slugify knows.
    const plain = run.normalize('NFKC').replace(/['’]/g, '');
    return slugify(plain, { lower: true, strict: true }) || plain.replace(/[^\p{L}]/gu, '').toLowerCase();
  }
  return /[\p{L}\p{N}]/u.test(run) ? run.toLowerCase() : '';
}

function shorten(slug: string): string {
  const points = [...slug];
  if (points.length <= MAX_LENGTH) return slug;
  const cut = points.slice(0, MAX_LENGTH + 1).join('');
  const lastWord = cut.lastIndexOf('-');
  if (lastWord > 0) return cut.slice(0, lastWord);
  // A single long word is cut between graphemes, so that no vowel sign loses its consonant.
  let short = '';
  let length = 0;
  for (const { segment } of graphemes.segment(slug)) {
    length += [...segment].length;
    if (length > MAX_LENGTH) break;
    short += segment;
  }
  return short || points.slice(0, MAX_LENGTH).join('');
}

/**
 * Creates the slug of a title, in NFC: Latin words in ASCII, words of other scripts unchanged with their vowel signs
 * (जयपुर की सुबह: जयपुर-की-सुबह). A title without words becomes `story`.
 */
export function createSlug(title: string): string {
  const words = title.normalize('NFC').replace(JOINERS, '').replace(LATIN_ACCENTS, '').match(WORD) ?? [];
  const parts = words.map((word) => (word.match(RUN) ?? []).map(slugifyRun).join(''));
  return shorten(parts.filter((part) => part !== '').join('-')).normalize('NFC') || FALLBACK;
}

/** Appends a short random suffix, for a slug that is taken. */
export function appendRandomSuffix(slug: string): string {
  const suffix = Array.from(
    { length: SUFFIX_LENGTH },
    () => SUFFIX_ALPHABET[randomInt(SUFFIX_ALPHABET.length)],
  );
  return `${slug}-${suffix.join('')}`;
}
