// An entry point of its own, `@safarnama/contracts/slug`: slugify would otherwise be loaded with every page.
import slugify from 'slugify';
import { normalizeText } from './normalize-text.js';

const FALLBACK = 'story';
/** Code points; a longer slug is cut between words. */
const MAX_LENGTH = 80;

const JOINERS = /[\u200b-\u200d\u2060\ufeff]/g;
const WORD = /[\p{L}\p{M}\p{N}&%$₹'’]+/gu;
const ACCENTS = /[\u0300-\u036f]+/g;
/** Combining accents on Latin letters that have no composed form in Unicode. */
const LATIN_ACCENTS = /(?<=\p{Script=Latin})[\u0300-\u036f]+/gu;
/** A run of characters that become ASCII, or a run of another script. */
const RUN = /[\p{Script=Latin}0-9&%$₹'’]+|[^\p{Script=Latin}0-9&%$₹'’]+/gu;
const LATIN = /^[\p{Script=Latin}0-9&%$₹'’]/u;
/** What slugify removes from a run otherwise includes letters that it does not know. */
const NOT_IN_SLUGS = /[^\p{Ll}\p{Lo}0-9\s-]/gu;
const graphemes = /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'grapheme' });

function toSlugRun(run: string): string {
  if (!LATIN.test(run)) return /[\p{L}\p{N}]/u.test(run) ? run.toLowerCase() : '';
  // NFKD turns wide letters and ligatures (Ｇｏａ, ﬁ) into ASCII, and ḍ, which slugify does not know, into d.
  const letters = run.normalize('NFKD').replace(ACCENTS, '').toLowerCase();
  // In names of India, as in Vietnamese, đ is a d; otherwise slugify writes dj, as in Serbian.
  return slugify(letters, { locale: 'vi', remove: NOT_IN_SLUGS });
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
 * Creates the slug of a title, in the form of `normalizeText`, by which it is looked up: Latin words in ASCII, words of
 * other scripts unchanged with their vowel signs (जयपुर की सुबह: जयपुर-की-सुबह). A title without words becomes `story`.
 */
export function createSlug(title: string): string {
  const words = title.normalize('NFC').replace(JOINERS, '').replace(LATIN_ACCENTS, '').match(WORD) ?? [];
  const parts = words.map((word) => (word.match(RUN) ?? []).map(toSlugRun).join(''));
  const slug = parts.filter((part) => part !== '').join('-');
  // NFC first: it decomposes some letters, which would lengthen a run of marks after it was split.
  return shorten(normalizeText(slug.normalize('NFC'))) || FALLBACK;
}
