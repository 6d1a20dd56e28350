import { EXCERPT_LENGTH } from '@safarnama/contracts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** UTF-16 code units that hold 150 graphemes: family emoji and stacked vowel signs take about ten each. */
const EXCERPT_SOURCE_LENGTH = EXCERPT_LENGTH * 20;

/** Returns the first 150 graphemes on one line: no emoji or syllable is split. */
export function createExcerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().slice(0, EXCERPT_SOURCE_LENGTH);
  let excerpt = '';
  let count = 0;
  for (const { segment } of graphemes.segment(line)) {
    if (count === EXCERPT_LENGTH) break;
    excerpt += segment;
    count += 1;
  }
  // The slice may have split a surrogate pair: remove its first half.
  return excerpt.replace(/[\ud800-\udbff]$/, '').trimEnd();
}
