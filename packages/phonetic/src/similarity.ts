import { spellReadings } from './key.js';

/** Cost of omitting a sound; 1 for sounds that are not listed. `@` is the vowel of a consonant that may be silent. */
const OMITTED: Record<string, number> = {
  '@': 0.05,
  A: 0.15,
  E: 0.3,
  I: 0.3,
  O: 0.3,
  U: 0.3,
  h: 0.15,
  v: 0.4,
};
/** Cost of replacing one sound by another. For pairs that are not listed: 0.3 between two vowels, else 1. */
const REPLACED: Record<string, number> = {
  '@A': 0.05,
  EI: 0.15,
  OU: 0.15,
  bv: 0.15,
  bp: 0.3,
  dt: 0.3,
  gk: 0.3,
  cs: 0.3,
  cj: 0.4,
  fp: 0.4,
  dr: 0.4,
};
const VOWELS = '@AEIOU';
/**
 * Sounds of a word that are compared, as the time grows with the square of their number. Real words seldom have more.
 */
const MAX_SOUNDS = 32;

const costOfOmission = (sound: string) => OMITTED[sound] ?? 1;

function costOfReplacement(a: string, b: string): number {
  if (a === b) return 0;
  const listed = REPLACED[a < b ? a + b : b + a];
  return listed ?? (VOWELS.includes(a) && VOWELS.includes(b) ? 0.3 : 1);
}

/** Readings by word: finding them takes longer than comparing them, and searches compare the same words. */
const cache = new Map<string, readonly string[]>();
const MAX_CACHED = 10_000;

/** The first 32 sounds of each reading of a word. */
function readingsOf(word: string): readonly string[] {
  const cached = cache.get(word);
  if (cached) return cached;
  const readings = spellReadings(word).map((sounds) => sounds.slice(0, MAX_SOUNDS));
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(word, readings);
  return readings;
}

/**
 * How similar two words sound by their first 32 sounds, from 0 to 1. Unlike the phonetic key it tells vowels and voiced
 * consonants apart, so that it can rank the words that share a key.
 */
export function phoneticSimilarity(a: string, b: string): number {
  let best = 0;
  for (const first of readingsOf(a)) {
    for (const second of readingsOf(b)) best = Math.max(best, compareSounds(first, second));
  }
  return best;
}

/** Spellings consist of ASCII characters. */
const CODES = 128;
const toSound = (code: number) => String.fromCharCode(code);
/** The costs above by character codes, because comparing two words takes up to a thousand lookups. */
const OMISSIONS = Float64Array.from({ length: CODES }, (_, code) => costOfOmission(toSound(code)));
const REPLACEMENTS = Float64Array.from({ length: CODES * CODES }, (_, codes) =>
  costOfReplacement(toSound(codes % CODES), toSound(Math.floor(codes / CODES))),
);

/** Returns 1 minus the edit distance, weighted by the costs above, per consonant of the first word; at least 0. */
function compareSounds(first: string, second: string): number {
  let previous = new Float64Array(second.length + 1);
  let current = new Float64Array(second.length + 1);
  for (let column = 0; column < second.length; column += 1) {
    previous[column + 1] = (previous[column] ?? 0) + (OMISSIONS[second.charCodeAt(column)] ?? 1);
  }
  for (let row = 0; row < first.length; row += 1) {
    const sound = first.charCodeAt(row);
    const omission = OMISSIONS[sound] ?? 1;
    current[0] = (previous[0] ?? 0) + omission;
    for (let column = 0; column < second.length; column += 1) {
      const other = second.charCodeAt(column);
      current[column + 1] = Math.min(
        (previous[column] ?? 0) + (REPLACEMENTS[sound * CODES + other] ?? 1),
        (previous[column + 1] ?? 0) + omission,
        (current[column] ?? 0) + (OMISSIONS[other] ?? 1),
      );
    }
    [previous, current] = [current, previous];
  }
  const consonants = [...first].filter((sound) => !VOWELS.includes(sound)).length;
  return Math.max(0, 1 - (previous[second.length] ?? 0) / Math.max(consonants, 2));
}
