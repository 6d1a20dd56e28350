import { randomInt } from 'node:crypto';

const SUFFIX_LENGTH = 5;
/** Excludes letters and digits that are easily confused. */
const SUFFIX_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Appends a short random suffix, for a slug that is taken. */
export function appendRandomSuffix(slug: string): string {
  const suffix = Array.from(
    { length: SUFFIX_LENGTH },
    () => SUFFIX_ALPHABET[randomInt(SUFFIX_ALPHABET.length)],
  );
  return `${slug}-${suffix.join('')}`;
}
