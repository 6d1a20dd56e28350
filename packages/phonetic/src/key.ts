import { foldWord } from './fold.js';
import { type Reading, spellIndic } from './indic.js';
import { spellLatin } from './latin.js';

const RUNS = /[a-z]+|[0-9]+|[\u0900-\u0d7f]+|[^a-z0-9\u0900-\u0d7f]/gu;
/** A text repeats its words: a cached key takes a tenth of the time. */
const cache = new Map<string, string>();
const MAX_CACHED = 50_000;
const LATIN = /^[a-z]+$/;

/**
 * Describes how a word sounds, coarsely enough that most of its spellings in Latin letters and in nine scripts of India
 * have the same key. Only for comparison: different words may have the same key.
 *
 * @returns letters a-z and digits; empty only for a word without letters and digits.
 */
export function phoneticKey(word: string): string {
  const cached = cache.get(word);
  if (cached !== undefined) return cached;
  const folded = foldWord(word);
  // A word of signs without a sound, such as fractions, is compared by their code points.
  const key = reduce(LATIN.test(folded) ? spellLatin(folded) : spellRuns(folded)) || spellCodePoints(folded);
  if (cache.size >= MAX_CACHED) cache.clear();
  // A long hostile word is not cached.
  if (word.length === folded.length) cache.set(word, key);
  return key;
}

const BENGALI = /[\u0980-\u09ff]/;
/** ड़ and ढ़ of Devanagari, Gurmukhi and Gujarati, also where they are written without the dot. */
const FLAPS = /[\u0922\u095c\u095d\u0a22\u0a5c\u0aa2]|[\u0921\u0a21\u0aa1][\u093c\u0a3c\u0abc]/;

/**
 * Returns the keys of a word: `phoneticKey`, and for some words a second one, because people write them in Latin
 * letters in two ways. In Bengali script the inherent vowel of consonants is a or o: গগৈ is Gogoi, কমলা is Kamala. In
 * other northern scripts ड़ is r or d: सड़क is sadak, पहाड़ is pahar as well as pahad.
 */
export function phoneticKeys(word: string): readonly string[] {
  const key = phoneticKey(word);
  let other = '';
  if (BENGALI.test(word)) other = reduce(spellRuns(foldWord(word), 'round'), 'O');
  else if (FLAPS.test(word)) other = reduce(spellRuns(foldWord(word), 'stop'));
  return other === '' || other === key ? [key] : [key, other];
}

/**
 * Returns the sounds of a word, less reduced than in its key: see `spellIndic` and `spellLatin`. Returns both readings
 * of a word that has two, as `phoneticKeys` describes.
 */
export function spellReadings(word: string): readonly string[] {
  const folded = foldWord(word);
  const readings = [LATIN.test(folded) ? spellLatin(folded) : spellRuns(folded)];
  if (BENGALI.test(word)) readings.push(spellRuns(folded, 'round').replace(/@(?!$)/g, 'O'));
  else if (FLAPS.test(word)) readings.push(spellRuns(folded, 'stop'));
  return readings.map(joinSounds);
}

function joinSounds(sounds: string): string {
  return sounds
    .replace(DOUBLED, '$1')
    .replace(/AU/g, 'O')
    .replace(/(?<=I)[A@](?=[a-z])/g, '')
    .replace(/@$/, '');
}

function spellRuns(folded: string, reading: Reading = 'usual'): string {
  let sounds = '';
  for (const [run] of folded.matchAll(RUNS)) {
    const codePoint = run.codePointAt(0) ?? 0;
    if (run >= 'a' && codePoint < 0x80) sounds += spellLatin(run);
    else if (codePoint < 0x80) sounds += run;
    else if (codePoint >= 0x0900 && codePoint < 0x0d80) sounds += spellIndic(run, reading);
    // Letters of other scripts are compared by their code points too.
    else sounds += spellCodePoints(run);
  }
  return sounds;
}

function spellCodePoints(letters: string): string {
  return Array.from(letters, (letter) => `0${letter.codePointAt(0)}`).join('');
}

const CONSONANTS = /[bcdfgjklmnprstv]/g;
const DOUBLED = /([a-zA-Z@])\1+/g;
const DOUBLED_VOWELS = /([A-Z])\1+/g;
const LAST_H = /(?<=[A-Z@])h(?=[A@]?$)/;
/** Dwarka and द्वारका, but also गुरुद्वारा and ਗੁਰਦੁਆਰਾ. */
const WEAK_V = /(?<=[djkst][A@]?)v(?=.)/g;
/** The silent vowel of ओरछा, Orchha; not that of अनन्या, Ananya, before two consonants. */
const SILENT_VOWEL = /(?<=[AEIOU][a-z])@(?=[a-z](?:[AEOU]|I(?![AEOU@])))/g;
/** The silent vowel at the end of ओम, om; not that of न, na, which has no other. */
const LAST_SILENT_VOWEL = /(?<=[AEIOU][a-z])@$/;
const LAST_A = /(?<=[a-zEIOU])A$/;
/** In a word with one consonant, only after another vowel: that of गया, not that of मा. */
const LAST_A_AFTER_VOWEL = /(?<=[EIOU])A$/;

/**
 * Reduces the sounds of a word to those that its spellings share: the more consonants there are, the more vowels are
 * left out.
 *
 * @param inherent - sound of the inherent vowel of consonants.
 */
function reduce(sounds: string, inherent: 'A' | 'O' = 'A'): string {
  const reduced = sounds
    .replace(DOUBLED, '$1')
    .replace(/AU/g, 'O')
    .replace(/(?<=[AEOU]I)[A@](?=[a-z])/g, '')
    .replace(LAST_SILENT_VOWEL, '')
    .replace(LAST_H, '')
    .replace(/m(?=[gk])/g, 'n')
    .replace(WEAK_V, '');
  const count = reduced.match(CONSONANTS)?.length ?? 0;
  if (count > 2) return reduceLong(reduced, count);
  const spoken = reduced
    .replace(SILENT_VOWEL, '')
    .replace(/@$/, 'A')
    .replace(/@/g, inherent)
    .replace(DOUBLED_VOWELS, '$1');
  return spoken.replace(count > 1 ? LAST_A : LAST_A_AFTER_VOWEL, '').toLowerCase();
}

const VOICELESS: Record<string, string> = { b: 'p', c: 's', d: 't', g: 'k' };
const toVoiceless = (sound: string) => VOICELESS[sound] ?? sound;

/**
 * Tamil has one letter for k and g, c and s, t and d, p and b: a guess from the letters around it is not always right.
 */
function reduceLong(sounds: string, count: number): string {
  const skeleton = sounds
    .replace(/(?<=.)h/g, '')
    .replace(/U$/, '')
    .replace(/^[EI]/, 'E')
    .replace(/^[OU]/, 'O')
    .replace(/v/g, 'b')
    .replace(count > 3 ? /(?<=.)[A-Z@]+/g : /(?<=.)[AEOU@]+/g, '')
    .replace(/(?<=[mn])c/g, 'j')
    .replace(DOUBLED_VOWELS, '$1');
  const uncertain = count > 3 ? /[bcdg]/g : /^[bcdg]|(?<=[mn])[bcdg]/g;
  return skeleton.replace(uncertain, toVoiceless).toLowerCase();
}
