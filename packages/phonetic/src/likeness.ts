import { spellReadings } from './key.js';

/** Cost of omitting a sound; 1 for sounds that are not listed. */
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

const costOfOmission = (sound: string) => OMITTED[sound] ?? 1;

function costOfReplacement(a: string, b: string): number {
  if (a === b) return 0;
  const listed = REPLACED[a < b ? a + b : b + a];
  return listed ?? (VOWELS.includes(a) && VOWELS.includes(b) ? 0.3 : 1);
}

/**
 * How alike two words sound, from 0 to 1. Unlike the phonetic key it tells vowels and voiced consonants apart: it is for
 * choosing among the words of one key.
 */
export function soundLikeness(a: string, b: string): number {
  let best = 0;
  for (const first of spellReadings(a)) {
    for (const second of spellReadings(b)) best = Math.max(best, compareSounds(first, second));
  }
  return best;
}

function compareSounds(first: string, second: string): number {
  let previous = [0];
  for (const sound of second) previous.push((previous.at(-1) ?? 0) + costOfOmission(sound));
  for (const sound of first) {
    const current = [(previous[0] ?? 0) + costOfOmission(sound)];
    for (const [index, other] of [...second].entries()) {
      current.push(
        Math.min(
          (previous[index] ?? 0) + costOfReplacement(sound, other),
          (previous[index + 1] ?? 0) + costOfOmission(sound),
          (current[index] ?? 0) + costOfOmission(other),
        ),
      );
    }
    previous = current;
  }
  const consonants = [...first].filter((sound) => !VOWELS.includes(sound)).length;
  return Math.max(0, 1 - (previous.at(-1) ?? 0) / Math.max(consonants, 2));
}
