import { tokenize } from '@safarnama/phonetic';
import { OTHER_NAME } from './name-index.js';
import { foldName, isLatin, nameKey } from './name-key.js';
import { DIVISIONS } from './place.js';
import { COUNTRY, type Contexts, getPlaces } from './places.js';
import { splitLocation } from './split-location.js';

/** Maximum number of words at the end of a query that may name a state or district. */
const MAX_CONTEXT_WORDS = 4;
const MAX_QUERY_WORDS = 12;
/** Maximum number of words of a query that are looked up in parts. */
const MAX_PART_WORDS = 4;

/** A reading of a query: a name, and maybe the state or district that it lies in. */
export interface Reading {
  name: string;
  key: string;
  folded: string;
  isLatinName: boolean;
  /** For each state or district that the place lies in, the rows with its name; empty for none. */
  contexts: Contexts;
}

const createReading = (name: string, contexts: Contexts = []): Reading => ({
  name,
  key: nameKey(name),
  folded: foldName(name),
  isLatinName: isLatin(name),
  contexts,
});

/** Rows of the states and districts with exactly this name. */
function divisionsNamed(name: string): Set<number> {
  const { gazetteer, names } = getPlaces();
  const index = names.find(nameKey(name));
  const rows = new Set<number>();
  if (index === -1) return rows;
  names.forEachEntry(index, (row, kind) => {
    if (kind <= OTHER_NAME && DIVISIONS.includes(gazetteer.row(row).kind)) rows.add(row);
  });
  return rows;
}

/**
 * Whether these divisions distinguish places: every place lies in India, and none in a division that does not exist.
 */
const isSpecific = (divisions: ReadonlySet<number>): boolean => divisions.size > 0 && !divisions.has(COUNTRY);

/** The readings of `Rampur`, `Rampur, Himachal Pradesh` and `Rampur Himachal Pradesh`. */
export function readQuery(query: string): Reading[] {
  const [first = '', ...rest] = splitLocation(query).filter((part) => tokenize(part).length > 0);
  if (rest.length > 0) return [createReading(first, rest.map(divisionsNamed).filter(isSpecific))];
  const readings = [createReading(first)];
  const words = tokenize(first).slice(0, MAX_QUERY_WORDS);
  for (let count = 1; count < words.length && count <= MAX_CONTEXT_WORDS; count += 1) {
    const split = words[words.length - count]?.start ?? 0;
    const divisions = divisionsNamed(first.slice(split));
    if (divisions.size > 0)
      readings.push(createReading(first.slice(0, split), [divisions].filter(isSpecific)));
  }
  return readings;
}

/** A reading of the name alone, for contexts that contain no place of that name. */
export const withoutContext = ({ name }: Reading): Reading => createReading(name);

/** The readings of the parts of a name of several words, by the number of their words, the longest first. */
export function readParts({ name }: Reading): Reading[][] {
  const words = tokenize(name).slice(0, MAX_PART_WORDS);
  return words.slice(1).map((_, left) => {
    const length = words.length - 1 - left;
    return words
      .slice(0, left + 2)
      .map(({ start }, from) => createReading(name.slice(start, words[from + length - 1]?.end)));
  });
}

/** Kinds of places that people add to a name: `Chandratal Lake`. */
const KIND_WORDS =
  /\s+(lake|fort|temple|beach|falls|waterfall|river|valley|pass|island|cave|caves|city|town|village|(?:ka |ki )?(?:kila|qila|mandir|jheel|nadi)|झील|किला|मंदिर)\s*$/iu;

/** The reading without the kind of the place at its end, as a list; an empty list when it does not end with one. */
export function withoutKind({ name, contexts }: Reading): Reading[] {
  const shorter = name.replace(KIND_WORDS, '');
  return shorter === name || nameKey(shorter) === '' ? [] : [createReading(shorter, contexts)];
}
