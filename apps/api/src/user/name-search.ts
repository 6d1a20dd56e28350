import { phoneticKeys, splitWords } from '@safarnama/phonetic';
import mongoose from 'mongoose';
import { foldText } from '../text/fold.js';
import { buildPrefixFilter, prefixRange } from '../text/word-prefix.js';

/** A word to find in names: in its folded form, and with its phonetic keys. */
export interface NameWord {
  word: string;
  /** As `phoneticKeys` returns them. */
  keys: readonly string[];
}

const wordsOf = (text: string): string[] => Array.from(splitWords(text), ({ word }) => word);

/** Words with each part around an apostrophe as a word: D'Souza is found by `souza`. */
const partsOf = (text: string): string[] => wordsOf(text.replace(/['’]/g, ' '));

/** The distinct words of a name, and the parts of them. */
const nameWordsOf = (fullName: string): string[] => [
  ...new Set([...wordsOf(fullName), ...partsOf(fullName)]),
];

/** Form of a name for ordering. A name that consists of combining accents folds to an empty string, so it stays. */
const nameKeyOf = (fullName: string): string => foldText(fullName) || fullName;

/**
 * Returns a function that tells whether each word of `q` is the beginning of a word of a name; for `q` without words,
 * such as an emoji, whether the name begins with it.
 */
export function createNameMatcher(q: string): (fullName: string) => boolean {
  const words = partsOf(q);
  if (words.length === 0) {
    const start = nameKeyOf(q.trim());
    return (fullName) => nameKeyOf(fullName).startsWith(start);
  }
  return (fullName) => {
    const names = nameWordsOf(fullName);
    return words.every((word) => names.some((name) => name.startsWith(word)));
  };
}

/** Filters of users that together select the names that `createNameMatcher` accepts; none for blank `q`. */
export function nameMatchFilters(q: string) {
  const words = partsOf(q);
  if (words.length > 0) return words.map((word) => ({ nameSearch: buildPrefixFilter(`=${word}`) }));
  const start = nameKeyOf(q.trim());
  return start === '' ? [] : [{ nameKey: mongoose.trusted(prefixRange(start)) }];
}

/** Filters of `nameSearch` for the beginning of a word of a name, and for a word that sounds alike. */
export function nameWordFilters({ word, keys }: NameWord) {
  const sounds = keys.map((key) => `~${key}`);
  return [buildPrefixFilter(`=${word}`), mongoose.trusted({ $in: sounds })] as const;
}

/** Forms of the words of a name for search: `=` and the folded word, `~` and how it sounds. */
export function buildNameSearch(fullName: string): string[] {
  const forms = nameWordsOf(fullName).flatMap((word) => [
    `=${word}`,
    ...phoneticKeys(word).map((key) => `~${key}`),
  ]);
  return [...new Set(forms)];
}

/** Builds the stored fields of a name, with its folded forms for ordering and search. */
export function buildNameFields(fullName: string) {
  return {
    fullName,
    nameKey: nameKeyOf(fullName),
    nameSearch: buildNameSearch(fullName),
  };
}
