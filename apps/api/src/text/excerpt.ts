/** Maximum number of graphemes. */
const EXCERPT_LENGTH = 150;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** UTF-16 code units that hold 150 graphemes: family emoji and stacked vowel signs take about ten each. */
const EXCERPT_SOURCE_LENGTH = EXCERPT_LENGTH * 20;

/** ASCII letters, digits and signs, each of which is a grapheme. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Latin letters, their accents, the nine scripts of India and punctuation. */
const INDIAN_TEXT =
  /^(?:[\x20-\x7e\u00a0-\u00a8\u00aa-\u00ac\u00af-\u024f]|[\u0300-\u036f]|[\u0900-\u0d4d\u0d4f-\u0d7f]|\u200c|\u200d|[\u2010-\u2027\u2030-\u203a])*$/;
const EXTENDING = String.raw`[\p{M}\u200c\u200d]*`;
const VIRAMA = '[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d]';
/** Consonants of the scripts in which a virama joins two of them into one grapheme. */
const JOINED =
  '[\u0915-\u0939\u0958-\u095f\u0978-\u097f\u0995-\u09b9\u09dc-\u09df\u09f0\u09f1\u0a95-\u0ab9\u0af9' +
  '\u0b15-\u0b39\u0b5c-\u0b5f\u0b71\u0c15-\u0c39\u0c58-\u0c5a\u0d15-\u0d3a]';
const GRAPHEME = `(?:${JOINED}${EXTENDING}(?:(?<=${VIRAMA}\u200d*)${JOINED}${EXTENDING})*|.${EXTENDING})`;
const FIRST_GRAPHEMES = new RegExp(`^${GRAPHEME}{0,${EXCERPT_LENGTH}}`, 'su');

const joinLines = (text: string): string =>
  text
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim()
    .slice(0, EXCERPT_SOURCE_LENGTH);

/** Returns the beginning of a text on one line. Reads a long text whole only if it begins with much white space. */
function cutLine(text: string): string {
  const line = joinLines(text.slice(0, 2 * EXCERPT_SOURCE_LENGTH));
  const isWhole = line.length === EXCERPT_SOURCE_LENGTH || text.length <= 2 * EXCERPT_SOURCE_LENGTH;
  return isWhole ? line : joinLines(text);
}

function cutGraphemes(line: string): string {
  let excerpt = '';
  let count = 0;
  for (const { segment } of segmenter.segment(line)) {
    if (count === EXCERPT_LENGTH) break;
    excerpt += segment;
    count += 1;
  }
  return excerpt;
}

/** Returns the first graphemes of a text that fit into a number of UTF-8 bytes. */
export function cutBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let cut = '';
  let bytes = 0;
  for (const { segment } of segmenter.segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    cut += segment;
  }
  return cut.trimEnd();
}

/**
 * Moves the start of an excerpt backward, so that the excerpt has 150 graphemes although the text ends soon. Looks back
 * three UTF-16 code units for each grapheme, about as many as long syllables have.
 */
export function capExcerptStart(text: string, start: number): number {
  const tailStart = Math.max(0, text.length - EXCERPT_LENGTH * 3);
  if (start <= tailStart) return start;
  const graphemes = [...segmenter.segment(text.slice(tailStart))];
  return Math.min(start, tailStart + (graphemes.at(-EXCERPT_LENGTH)?.index ?? 0));
}

/** Returns the first 150 graphemes on one line: no emoji or syllable is split. */
export function createExcerpt(text: string): string {
  const line = cutLine(text);
  // A shortcut that takes a fiftieth of the time.
  const isPlain = PLAIN.test(line.slice(0, EXCERPT_LENGTH + 1));
  if (isPlain) return line.slice(0, EXCERPT_LENGTH).trimEnd();
  const excerpt = INDIAN_TEXT.test(line) ? (FIRST_GRAPHEMES.exec(line)?.[0] ?? '') : cutGraphemes(line);
  // The slice may have split a surrogate pair: remove its first half.
  return excerpt.replace(/[\ud800-\udbff]$/, '').trimEnd();
}
