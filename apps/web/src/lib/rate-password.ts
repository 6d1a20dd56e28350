import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/*
 * Weighs a password, here in the browser: it is sent nowhere for it. Loaded only where a new one is typed.
 */

const COMMON_COUNT = 10_000;
const common = new Set(dictionary['passwords-common'].slice(0, COMMON_COUNT));
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** What others could know of the person: not the words that everybody has in an address. */
const COMMON_ADDRESS_WORDS = new Set(['com', 'org', 'net', 'www', 'mail', 'email']);
const SITE = 'safarnama';
/** Shorter ones are in many words by chance. */
const MIN_WORD_LENGTH = 3;
/** Characters beside a name that make a password more than the name: a year is less. */
const MIN_REMAINING_LENGTH = 6;

export interface PasswordRating {
  /** 0 would be tried first, 1 is easy to guess, 2 could be better, 3 is hard to guess. */
  level: 0 | 1 | 2 | 3;
  /** What makes it easy to guess, where one thing does. */
  cause: 'common' | 'personal' | 'repeat' | 'row' | 'date' | null;
}

/** The library's warnings, by what a person would call them. */
const CAUSES: Readonly<Record<string, PasswordRating['cause']>> = {
  simpleRepeat: 'repeat',
  extendedRepeat: 'repeat',
  straightRow: 'row',
  keyPattern: 'row',
  sequences: 'row',
  recentYears: 'date',
  dates: 'date',
};

/** @param personalTexts - names and addresses of the person, from which a password should not be made. */
export function ratePassword(password: string, personalTexts: readonly string[]): PasswordRating {
  if (common.has(password.toLowerCase())) return { level: 0, cause: 'common' };
  const words = personalTexts
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{M}\p{N}]+/u)])
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= MIN_WORD_LENGTH && !COMMON_ADDRESS_WORDS.has(word))
    .concat(SITE);
  const { score, feedback, sequence } = zxcvbn.check(password, words);
  const rest = withoutWords(password.toLowerCase(), words);
  // The library weighs a name as a word among few; with next to nothing beside it, it is the first guess.
  const isMostlyPersonal = rest.length < password.length && rest.length < MIN_REMAINING_LENGTH;
  const level = isMostlyPersonal || score <= 1 ? 1 : score === 2 ? 2 : 3;
  if (level === 3) return { level, cause: null };
  const isPersonal =
    rest.length < password.length ||
    sequence.some((part) => 'dictionaryName' in part && part.dictionaryName === 'userInputs');
  return { level, cause: isPersonal ? 'personal' : (CAUSES[feedback.warning ?? ''] ?? null) };
}

/** The longest first: an address before the name in it. */
function withoutWords(password: string, words: readonly string[]): string {
  return [...words]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), password);
}
