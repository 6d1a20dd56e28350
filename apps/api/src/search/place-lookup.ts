import { splitWords } from '@safarnama/phonetic';
import { listNames, type Match, placeOfText } from '@safarnama/places';
import type { TermContext } from './clause.js';
import type { QueryTerm } from './search-query.js';

/** Maximum number of words of a query that are looked up as names of places, and of words in one name. */
const MAX_PLACE_TERMS = 8;
const MAX_NAME_WORDS = 3;

/** A place that words of a query name unambiguously. */
export interface NamedPlace extends Match {
  /** Positions of the terms that name it; `to` is exclusive. */
  from: number;
  to: number;
}

/** Finds the places that a query names. Longer names take precedence. */
export function findNamedPlaces(terms: readonly QueryTerm[]): NamedPlace[] {
  const words = terms.slice(0, MAX_PLACE_TERMS).map((term) => (term.kind === 'word' ? term.word : null));
  const found: NamedPlace[] = [];
  for (let from = 0; from < words.length; from += 1) {
    for (let length = Math.min(MAX_NAME_WORDS, words.length - from); length > 0; length -= 1) {
      const name = words.slice(from, from + length);
      if (name.includes(null)) continue;
      const matched = name.join(' ');
      const place = placeOfText(matched);
      if (!place) continue;
      found.push({ place, matched, from, to: from + length });
      from += length - 1;
      break;
    }
  }
  return found;
}

/** Returns for each term of a query the place that it names and the names of that place. */
export function placeContexts(terms: readonly QueryTerm[], named: readonly NamedPlace[]): TermContext[] {
  return terms.map((_term, position) => {
    const place = named.find(({ from, to }) => from <= position && position < to)?.place;
    if (!place) return {};
    const otherNames = listNames(place).map((name) => Array.from(splitWords(name), ({ word }) => word));
    return { placeIds: [place._id], otherNames };
  });
}
