import { phoneticSimilarity } from '@safarnama/phonetic';
import type { QueryTerm, WordTerm } from './search-query.js';
import type { StoryIndex } from './story-index.js';
import { MAX_ALIKE } from './vocabulary.js';

/** Weight of a match, relative to the word exactly as it was typed. */
const QUALITY = { exact: 1, otherName: 0.9, sameKey: 0.6, prefix: 0.5, keyPrefix: 0.4 } as const;

/**
 * A word with the key of a term does not match if its likeness is lower by more than this than that of the best one.
 */
const MAX_LIKENESS_GAP = 0.1;
/** The gazetteer knows how the name of a place is written: words that only sound like it count less. */
const PLACE_NAME_FACTOR = 0.5;
/** A term that is a complete word is less likely to be the beginning of another. */
const COMPLETE_WORD_FACTOR = 0.4;

/** Words of one key that are compared with a term: of more, those in the most stories. */
const MAX_COMPARED = 200;

/** Shorter prefixes of keys match too many words. */
const MIN_KEY_PREFIX_LENGTH = 3;

/** What one term of a query matches. */
export interface Clause {
  term: QueryTerm;
  /** Numbers of words, each with the quality of its match. */
  words: Map<number, number>;
  /** Numbers of words that must follow each other. */
  phrases: { words: number[]; quality: number }[];
  /** Authors whose name matches the term. */
  authorIds: readonly string[];
  /** Places that the term names. */
  placeIds: readonly string[];
  /** The word that replaces a mistyped one; empty for none. */
  correction: string;
  /** The usual spelling of a word that is found by its sound only; empty for none. */
  spelling: string;
}

/** What a term means beyond the words of stories. */
export interface TermContext {
  authorIds?: readonly string[];
  placeIds?: readonly string[];
  /** Other names of a place that the term names: one or more words each. */
  otherNames?: readonly (readonly string[])[];
}

function addWord(words: Map<number, number>, word: number | undefined, quality: number): void {
  if (word !== undefined && (words.get(word) ?? 0) < quality) words.set(word, quality);
}

/** The first words of a list that are not excluded, up to `MAX_ALIKE`. */
function* takeFirst(words: Iterable<number>, excluded?: ReadonlySet<number>): Generator<number> {
  let left = MAX_ALIKE;
  for (const word of words) {
    if (excluded?.has(word)) continue;
    if (left === 0) return;
    left -= 1;
    yield word;
  }
}

/** Finds the words with one of these keys that are worth comparing. */
export function findWithKeys(index: StoryIndex, keys: readonly string[]): readonly number[] {
  const words = index.vocabulary().withKeys(keys);
  if (words.length <= MAX_COMPARED) return words;
  return words
    .toSorted((a, b) => index.postingsOf(b).length - index.postingsOf(a).length)
    .slice(0, MAX_COMPARED);
}

/** Finds the words with one of `keys`, except those that sound clearly less like `word` than the most similar one. */
function findSimilar(index: StoryIndex, word: string, keys: readonly string[]): number[] {
  const vocabulary = index.vocabulary();
  const similar = findWithKeys(index, keys).map((number) => ({
    number,
    likeness: phoneticSimilarity(word, vocabulary.wordOf(number)),
  }));
  const typed = vocabulary.numberOf(word) === undefined ? 0 : 1;
  const best = Math.max(typed, ...similar.map(({ likeness }) => likeness));
  return similar.filter(({ likeness }) => likeness >= best - MAX_LIKENESS_GAP).map(({ number }) => number);
}

/**
 * Collects the words that match a term: the word, words that sound alike, and those that begin with it.
 *
 * @param isPlaceName - whether the term names a place.
 */
function matchWords(
  index: StoryIndex,
  { word, keys, isPrefix }: WordTerm,
  isPlaceName: boolean,
): Map<number, number> {
  const words = new Map<number, number>();
  const vocabulary = index.vocabulary();
  addWord(words, vocabulary.numberOf(word), QUALITY.exact);
  for (const number of findSimilar(index, word, keys)) {
    addWord(words, number, QUALITY.sameKey * (isPlaceName ? PLACE_NAME_FACTOR : 1));
  }
  if (isPrefix) {
    const isComplete = isPlaceName || words.size > 0;
    for (const number of takeFirst(vocabulary.withPrefix(word))) addWord(words, number, QUALITY.prefix);
    const quality = QUALITY.keyPrefix * (isComplete ? COMPLETE_WORD_FACTOR : 1);
    const withSameKey = new Set(vocabulary.withKeys(keys));
    for (const key of keys) {
      if (key.length < MIN_KEY_PREFIX_LENGTH) continue;
      for (const number of takeFirst(vocabulary.withKeyPrefix(key), withSameKey))
        addWord(words, number, quality);
    }
  }
  return words;
}

/** @returns null when a word of the phrase occurs in no story. */
function findNumbers({ vocabulary }: StoryIndex, phrase: readonly string[]): number[] | null {
  const numbers = phrase.map((word) => vocabulary().numberOf(word));
  return numbers.every((number) => number !== undefined) ? numbers : null;
}

/** Builds the clause of a term. @param correction - a word that replaces it, or empty. */
export function buildClause(
  index: StoryIndex,
  term: QueryTerm,
  { authorIds = [], placeIds = [], otherNames = [] }: TermContext = {},
  correction = '',
): Clause {
  const clause: Clause = {
    term,
    words: new Map(),
    phrases: [],
    authorIds,
    placeIds,
    correction,
    spelling: '',
  };
  /** One word needs no comparison with the order of words in stories. */
  function addSequence(sequence: readonly string[], quality: number): void {
    const words = findNumbers(index, sequence);
    if (words?.length === 1) addWord(clause.words, words[0], quality);
    else if (words) clause.phrases.push({ words, quality });
  }
  if (term.kind === 'phrase') {
    addSequence(term.words, QUALITY.exact);
    return clause;
  }
  clause.words = matchWords(index, term, placeIds.length > 0);
  for (const name of otherNames) addSequence(name, QUALITY.otherName);
  return clause;
}
