import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/*
 * Estimates in the browser how hard a password is to guess. The script is large, so it is loaded only where a new
 * password is entered.
 */

const COMMON_COUNT = 10_000;
const common = new Set(dictionary['passwords-common'].slice(0, COMMON_COUNT));
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** Parts of an email address that say nothing about its owner. */
const COMMON_ADDRESS_WORDS = new Set(['com', 'org', 'net', 'www', 'mail', 'email']);
const SITE = 'safarnama';
/** Shorter words occur in many passwords by chance. */
const MIN_WORD_LENGTH = 3;
/**
 * A password with fewer characters in addition to the user's name is as easy to guess as the name; a year adds only
 * four.
 */
const MIN_REMAINING_LENGTH = 6;

export interface PasswordRating {
  /** 0: among the most common; 1: easy to guess; 2: could be better; 3: hard to guess. */
  level: 0 | 1 | 2 | 3;
  /** What makes the password easy to guess; null when there is no single cause. */
  cause: 'common' | 'personal' | 'repeat' | 'sequence' | 'date' | null;
}

/** Maps the library's warnings to our causes. */
const CAUSES: Readonly<Record<string, PasswordRating['cause']>> = {
  simpleRepeat: 'repeat',
  extendedRepeat: 'repeat',
  straightRow: 'sequence',
  keyPattern: 'sequence',
  sequences: 'sequence',
  recentYears: 'date',
  dates: 'date',
};

/** @param personalTexts - the user's name and email address, whose parts are easy to guess in a password. */
export function ratePassword(password: string, personalTexts: readonly string[]): PasswordRating {
  if (common.has(password.toLowerCase())) return { level: 0, cause: 'common' };
  const words = personalTexts
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{M}\p{N}]+/u)])
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= MIN_WORD_LENGTH && !COMMON_ADDRESS_WORDS.has(word))
    .concat(SITE);
  const { score, feedback, sequence } = zxcvbn.check(password, words);
  const rest = removeWords(password.toLowerCase(), words);
  // The library overrates a name with a few characters added, which attackers guess first.
  const isMostlyPersonal = rest.length < password.length && rest.length < MIN_REMAINING_LENGTH;
  const level = isMostlyPersonal || score <= 1 ? 1 : score === 2 ? 2 : 3;
  if (level === 3) return { level, cause: null };
  const isPersonal =
    rest.length < password.length ||
    sequence.some((part) => 'dictionaryName' in part && part.dictionaryName === 'userInputs');
  return { level, cause: isPersonal ? 'personal' : (CAUSES[feedback.warning ?? ''] ?? null) };
}

/** Removes the words, longest first: an email address before the name in it. */
function removeWords(password: string, words: readonly string[]): string {
  return [...words]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), password);
}
