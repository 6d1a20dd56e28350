import { EXCERPT_LENGTH } from '@safarnama/contracts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Enough code units for 150 graphemes: family emoji and stacked vowel signs have some ten each. */
const EXCERPT_SOURCE_LENGTH = EXCERPT_LENGTH * 20;

/** The first 150 characters as people count them, in one line: no emoji or syllable is cut in two. */
export function createExcerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().slice(0, EXCERPT_SOURCE_LENGTH);
  let excerpt = '';
  let count = 0;
  for (const { segment } of graphemes.segment(line)) {
    if (count === EXCERPT_LENGTH) break;
    excerpt += segment;
    count += 1;
  }
  // Where the slice cut a pair in two, its half goes.
  return excerpt.replace(/[\ud800-\udbff]$/, '').trimEnd();
}

/** Words of a text, in any script. */
export function countWords(text: string): number {
  let count = 0;
  // Line by line: segmenting is quadratic in the length of one string on Node 20.
  for (const line of text.split('\n')) {
    for (const chunk of line.match(/.{1,2000}(?:\s|$)|.{1,2000}/gu) ?? []) {
      for (const { isWordLike } of words.segment(chunk)) if (isWordLike) count += 1;
    }
  }
  return count;
}

/** Minutes to read: max(1, round(words / 200)). */
export function readMinutes(text: string): number {
  return Math.max(1, Math.round(countWords(text) / 200));
}
