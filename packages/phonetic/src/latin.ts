/**
 * Patterns of letters and their sounds. The first pattern that matches at a position applies. Other letters sound as
 * they are written.
 */
const GROUPS: [pattern: string, sound: string][] = [
  // English spelling: station, स्टेशन.
  ['[st]ion', 'sAn'],
  ['^(?:jn|gn)', 'gI'],
  // Junagadh, Chandigarh: the same letter of Indic scripts.
  ['(?<=g)a(?:dh?|rh)$', 'Ar'],
  ['tch|chh?', 'c'],
  ['c(?=[eiy])', 's'],
  ['ck|c|qu(?=[aeiou])|q', 'k'],
  ['x', 'ks'],
  ['zh', 'l'],
  ['ph', 'f'],
  ['(?<=[bcdgjklrstw])h', ''],
  ['z', 'j'],
  ['(?<=or)e$', ''],
  // The English plural.
  ['(?<=[a-z]{3}[bdgklmnprt]|[a-z]{2}[klmnptv]e)s$', ''],
  // Deoghar, Jaora: देवघर, जावरा.
  ['ao(?![aeiouy])', 'Av'],
  ['eo(?![aeiouy])', 'Ev'],
  ['(?:au|[ao]w)(?![aeiouy])', 'O'],
  ['oo|ou', 'U'],
  ['ee|ea|ie', 'I'],
  // Goa, गोवा.
  ['oa$', 'OvA'],
  ['oa', 'O'],
  ['w', 'v'],
  ['[iy]', 'I'],
  ['a', 'A'],
  ['e', 'E'],
  ['o', 'O'],
  ['u', 'U'],
];
const ANY_GROUP = new RegExp(GROUPS.map(([pattern]) => `(${pattern})`).join('|'), 'g');

/**
 * Spells Latin letters by their sounds, as people write Indian words and names: consonants in lower case, vowels as A,
 * E, I, O, U.
 *
 * @param run - a part of a folded word, with no characters but a-z.
 */
export function spellLatin(run: string): string {
  return run.replace(ANY_GROUP, (...match) => {
    for (let group = 0; group < GROUPS.length; group += 1) {
      if (match[group + 1] !== undefined) return GROUPS[group]?.[1] ?? '';
    }
    return '';
  });
}
