import { phoneticKeys, splitWords } from '@safarnama/phonetic';

/** Further words outside of phrases are ignored. The words of phrases count, too. */
const MAX_WORDS = 24;
const QUOTED = /["“”„«»]([^"“”„«»]+)["“”„«»]/g;

/** Offsets in a query; `end` is exclusive. */
interface Range {
  start: number;
  end: number;
}

/** A word of a query. */
export interface WordTerm {
  kind: 'word';
  word: string;
  /** As `phoneticKeys` returns them. */
  keys: readonly string[];
  /** Whether it may be the beginning of a word: the last one of a query, which may not be complete yet. */
  isPrefix: boolean;
  start: number;
  /** Where the query has the word outside of phrases. */
  occurrences: readonly Range[];
}

/** Words in quotes, which must occur one after the other in this order. */
interface PhraseTerm {
  kind: 'phrase';
  words: string[];
  start: number;
}

export type QueryTerm = WordTerm | PhraseTerm;

/** Splits a query into words and quoted phrases, each only once, in the order of their `start`. */
export function parseQuery(q: string): QueryTerm[] {
  const phrases = new Map<string, PhraseTerm>();
  let unquoted = q;
  for (const match of q.matchAll(QUOTED)) {
    const words = Array.from(splitWords(match[1] ?? ''), ({ word }) => word);
    const end = match.index + match[0].length;
    unquoted = unquoted.slice(0, match.index) + ' '.repeat(match[0].length) + unquoted.slice(end);
    if (words.length > 0) {
      phrases.set(words.join(' '), { kind: 'phrase', words, start: match.index });
    }
  }
  const terms = new Map<string, WordTerm>();
  const tokens = [...splitWords(unquoted)];
  const last = tokens.at(-1);
  for (const token of tokens) {
    const isPrefix = token === last && token.end === unquoted.trimEnd().length && !/["“”„«»]\s*$/.test(q);
    const { word, start } = token;
    if (terms.has(word) && !isPrefix) continue;
    const occurrences = tokens.filter((other) => other.word === word);
    terms.set(word, { kind: 'word', word, keys: phoneticKeys(word), isPrefix, start, occurrences });
  }
  const inPhrases = [...phrases.values()].reduce((sum, { words }) => sum + words.length, 0);
  const words = [...terms.values()].slice(0, Math.max(0, MAX_WORDS - inPhrases));
  return [...phrases.values(), ...words].sort((a, b) => a.start - b.start);
}
