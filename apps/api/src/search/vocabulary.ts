import { isWithinEditDistance, phoneticKeys } from '@safarnama/phonetic';
import { lowerBound } from '../lib/lower-bound.js';

/** A sorted list of strings, for finding those with a prefix. */
function createSortedList() {
  let sorted: string[] = [];
  let added: string[] = [];

  function merge(): void {
    if (added.length === 0) return;
    added.sort();
    const merged: string[] = [];
    let next = 0;
    for (const item of sorted) {
      for (let other = added[next]; other !== undefined && other < item; other = added[next]) {
        merged.push(other);
        next += 1;
      }
      merged.push(item);
    }
    sorted = merged.concat(added.slice(next));
    added = [];
  }

  return {
    add(item: string): void {
      added.push(item);
    },
    *withPrefix(prefix: string): Generator<string> {
      merge();
      let index = lowerBound(sorted, (item) => item < prefix);
      for (let item = sorted[index]; item?.startsWith(prefix); item = sorted[index]) {
        yield item;
        index += 1;
      }
    },
  };
}

/** A bit for each letter, so that most words that differ too much are skipped without comparing them. */
function letterMask(word: string): number {
  let mask = 0;
  for (let index = 0; index < word.length; index += 1) mask |= 1 << (word.charCodeAt(index) & 31);
  return mask;
}

function countBits(mask: number): number {
  let rest = mask - ((mask >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** A list of words in which those with few differences from another word are found. */
function createSimilarityList() {
  const words: string[] = [];
  // Stored beside the words, as reading a word itself takes many times as long.
  const masks: number[] = [];
  const lengths: number[] = [];
  return {
    add(word: string): void {
      words.push(word);
      masks.push(letterMask(word));
      lengths.push(word.length);
    },
    /** Positions of the words that differ from `word` by at most `edits` letters. */
    similarTo(word: string, edits: number): number[] {
      const mask = letterMask(word);
      const { length } = word;
      const found: number[] = [];
      for (let position = 0; position < words.length; position += 1) {
        if (Math.abs((lengths[position] ?? 0) - length) > edits) continue;
        if (countBits(mask ^ (masks[position] ?? 0)) > 2 * edits) continue;
        if (isWithinEditDistance(word, words[position] ?? '', edits)) found.push(position);
      }
      return found;
    },
  };
}

/**
 * Distinct words of all stories, some 300 bytes each. The limit is for stories of random words: by Heaps' law, 120,000
 * English ones have about 240,000.
 */
const MAX_WORDS = 1_000_000;
/** In place of the number of a word beyond the limit. */
export const UNNUMBERED = 0xffffffff;

/**
 * Words of one key, and words with one beginning, that a search looks at: far more than real texts have. Further words
 * of a key are found as they are written only.
 */
export const MAX_ALIKE = 10_000;

/** From this length on, a part of a text shares the memory of the text in V8. */
const SHARED_LENGTH = 13;

/** Copies a word that was cut from a text, which would stay in memory as long as the word. */
const detach = (word: string) => (word.length < SHARED_LENGTH ? word : Buffer.from(word).toString());

/**
 * Numbers all words of all stories, and finds words by sound, by prefix and with typing errors.
 *
 * @param maxWords - a smaller limit, for tests.
 */
export function createVocabulary(maxWords = MAX_WORDS) {
  const numbers = new Map<string, number>();
  const words: string[] = [];
  const similarWords = createSimilarityList();
  const keys: string[] = [];
  const similarKeys = createSimilarityList();
  const numbersByKey = new Map<string, number[]>();
  const sortedWords = createSortedList();
  const sortedKeys = createSortedList();

  function add(text: string): number {
    const number = words.length;
    if (number >= maxWords) return UNNUMBERED;
    const word = detach(text);
    numbers.set(word, number);
    words.push(word);
    similarWords.add(word);
    sortedWords.add(word);
    for (const key of phoneticKeys(word)) {
      const withKey = numbersByKey.get(key);
      if (withKey) {
        if (withKey.length < MAX_ALIKE) withKey.push(number);
      } else {
        numbersByKey.set(key, [number]);
        sortedKeys.add(key);
        keys.push(key);
        similarKeys.add(key);
      }
    }
    return number;
  }

  return {
    numberOf: (word: string): number | undefined => numbers.get(word),
    wordOf: (number: number): string => words[number] ?? '',
    /** Returns the number of a word, which is added if it is new; `UNNUMBERED` for a new one beyond the limit. */
    ensure: (word: string): number => numbers.get(word) ?? add(word),
    /** Words that have one of these phonetic keys. */
    withKeys(keys: readonly string[]): readonly number[] {
      return [...new Set(keys.flatMap((key) => (key === '' ? [] : (numbersByKey.get(key) ?? []))))];
    },

    *withPrefix(prefix: string): Generator<number> {
      for (const word of sortedWords.withPrefix(prefix)) yield numbers.get(word) ?? 0;
    },

    *withKeyPrefix(prefix: string): Generator<number> {
      for (const key of sortedKeys.withPrefix(prefix)) yield* numbersByKey.get(key) ?? [];
    },

    /** Words that differ from `word` by at most `edits` letters. */
    similarTo: similarWords.similarTo,

    /** Words whose key differs from `key` by at most one letter. */
    soundingLike: (key: string): number[] =>
      similarKeys.similarTo(key, 1).flatMap((position) => numbersByKey.get(keys[position] ?? '') ?? []),
  };
}
export type Vocabulary = ReturnType<typeof createVocabulary>;
