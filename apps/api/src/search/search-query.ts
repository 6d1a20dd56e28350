import { phoneticKeys, splitWords } from '@safarnama/phonetic';

/** Further terms of a query are ignored. */
const MAX_TERMS = 24;
/** The words of further phrases become single terms: a phrase costs far more than a word. */
const MAX_PHRASES = 3;
const QUOTED = /["“”„«»]([^"“”„«»]+)["“”„«»]/g;

/** A word of a query. */
export interface WordTerm {
  kind: 'word';
  word: string;
  /** As `phoneticKeys` returns them. */
  keys: readonly string[];
  /** Whether it may be the beginning of a word: the last one of a query, which may not be complete yet. */
  isPrefix: boolean;
  start: number;
  end: number;
}

/** Words in quotes, which must occur one after the other in this order. */
interface PhraseTerm {
  kind: 'phrase';
  words: string[];
  start: number;
  end: number;
}

export type QueryTerm = WordTerm | PhraseTerm;

/** Splits a query into words and quoted phrases, each only once. `start` and `end` are offsets in the query. */
export function parseQuery(q: string): QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  let unquoted = q;
  for (const match of q.matchAll(QUOTED)) {
    if (terms.size === MAX_PHRASES) break;
    const words = Array.from(splitWords(match[1] ?? ''), ({ word }) => word);
    const end = match.index + match[0].length;
    unquoted = unquoted.slice(0, match.index) + ' '.repeat(match[0].length) + unquoted.slice(end);
    if (words.length > 0) {
      terms.set(`"${words.join(' ')}`, { kind: 'phrase', words, start: match.index, end });
    }
  }
  const tokens = [...splitWords(unquoted)];
  const last = tokens.at(-1);
  for (const token of tokens) {
    const isPrefix = token === last && token.end === unquoted.trimEnd().length && !/["“”„«»]\s*$/.test(q);
    const { word, start, end } = token;
    if (terms.has(word) && !isPrefix) continue;
    terms.set(word, { kind: 'word', word, keys: phoneticKeys(word), isPrefix, start, end });
  }
  return [...terms.values()].sort((a, b) => a.start - b.start).slice(0, MAX_TERMS);
}
