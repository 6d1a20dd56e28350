import { VILLAGE } from './importance.js';
import { ALIAS, LATER_WORD, NAME, OTHER_NAME } from './name-index.js';
import { isLatin } from './name-key.js';
import type { Place } from './place.js';
import { countContexts, getPlaces } from './places.js';
import { createRanking, editsFor, type Hints } from './ranking.js';
import { type Reading, readParts, readQuery, withoutContext, withoutKind } from './reading.js';

const DEFAULT_LIMIT = 8;
/** A shorter key in Latin letters is a prefix of too many keys; the letters themselves are more specific. */
const MIN_PREFIX = 3;
/** Minimum importance of the places that are found by one or two letters. */
const IMPORTANT = 150;
/** A shorter key resembles too many other keys. */
const MIN_SIMILAR = 3;
const MAX_IMPORTANCE = 255;

/** What a whole name adds to the importance of its place, by the kind of the entry. */
const WHOLE: Record<number, number> = { [NAME]: 0.7, [OTHER_NAME]: 0.7, [ALIAS]: 0.55, [LATER_WORD]: 0.5 };
const BEGINNING: Record<number, number> = {
  [NAME]: 0.4,
  [OTHER_NAME]: 0.4,
  [ALIAS]: 0.2,
  [LATER_WORD]: 0.15,
};
/** Maximum that is added to the score of a beginning, in proportion to its share of the name. */
const COVERAGE = 0.3;
const SIMILAR = 0.2;
/** What a place adds that lies in all states and districts that the query names, else in proportion. */
const IN_CONTEXT = 0.5;

/** A place that matched a query. */
export interface Match {
  place: Place;
  /** The name of the place that matched. */
  matched: string;
}

export interface FindOptions extends Hints {
  /** Maximum number of places; 8 by default. */
  limit?: number;
  /** Whether the query may be the beginning of a name; true by default. */
  prefix?: boolean;
  /** Whether places are found that only sound a little like the query; true by default. */
  guess?: boolean;
}

/** What the states and districts of a reading add to the score of a place; null for a place in none of them. */
function scoreContexts(row: number, { contexts }: Reading): number | null {
  if (contexts.length === 0) return 0;
  const count = countContexts(row, contexts);
  return count === 0 ? null : (IN_CONTEXT * count) / contexts.length;
}

const hasContexts = ({ contexts }: Reading): boolean => contexts.length > 0;

/** Collects the best score of each place. */
function scoreReading(reading: Reading, isPrefixAllowed: boolean, scores: Map<number, number>): void {
  const { key, folded, isLatinName } = reading;
  const { names, spellings } = getPlaces();
  if (key === '') return;
  const add = (row: number, match: number) => {
    const inContexts = scoreContexts(row, reading);
    if (inContexts === null) return;
    const score = match + names.importanceOf(row) / MAX_IMPORTANCE + inContexts;
    if (score > (scores.get(row) ?? 0)) scores.set(row, score);
  };
  const whole = names.find(key);
  if (whole !== -1) names.forEachEntry(whole, (row, kind) => add(row, WHOLE[kind] ?? 0));
  if (!isPrefixAllowed) return;
  const addBeginning = (row: number, kind: number, coverage: number) =>
    add(row, (BEGINNING[kind] ?? 0) + COVERAGE * coverage);
  spellings.forEachBeginning(folded, (row, kind, length) => {
    if (folded.length < MIN_PREFIX && names.importanceOf(row) < IMPORTANT) return;
    addBeginning(row, kind, folded.length / length);
  });
  if (key.length >= MIN_PREFIX || !isLatinName) {
    const [from, to] = names.findPrefix(key);
    for (let index = from; index < to; index += 1) {
      names.forEachEntry(index, (row, kind) => {
        if (key.length < MIN_PREFIX && names.importanceOf(row) < IMPORTANT) return;
        addBeginning(row, kind, key.length / names.keyLength(index));
      });
    }
  }
}

/** Adds the places whose names sound similar, and lists them as guesses. */
function scoreSimilar(reading: Reading, scores: Map<number, number>, guesses: Set<number>): void {
  const { key, folded } = reading;
  if (key.length < MIN_SIMILAR || editsFor(folded) === 0) return;
  const { names } = getPlaces();
  for (const index of names.findSimilar(key)) {
    names.forEachEntry(index, (row, kind) => {
      if (kind === LATER_WORD) return;
      const inContexts = scoreContexts(row, reading);
      if (inContexts === null) return;
      const score = SIMILAR + names.importanceOf(row) / MAX_IMPORTANCE + inContexts;
      if (score <= (scores.get(row) ?? 0)) return;
      scores.set(row, score);
      guesses.add(row);
    });
  }
}

/**
 * Scores the places whose names exactly match parts of a query, by the longest parts that match: `Kullu Manali` names
 * two.
 */
function scoreParts(reading: Reading): { parts: Reading[]; scores: Map<number, number> } {
  const { names } = getPlaces();
  const scores = new Map<number, number>();
  for (const parts of readParts(reading)) {
    for (const { key } of parts) {
      const index = names.find(key);
      if (key === '' || index === -1) continue;
      names.forEachEntry(index, (row, kind) => {
        // Nearly every word is the name of some village, or a part of a name.
        if (kind === LATER_WORD || names.importanceOf(row) <= VILLAGE) return;
        const score = (WHOLE[kind] ?? 0) + names.importanceOf(row) / MAX_IMPORTANCE;
        if (score > (scores.get(row) ?? 0)) scores.set(row, score);
      });
    }
    if (scores.size > 0) return { parts, scores };
  }
  return { parts: [], scores };
}

/**
 * Finds places by a name in any script, also by an old name, the beginning of a name, a name with wrong letters, and by
 * a name followed by its district or state. For other texts, finds the places that parts of the text name.
 *
 * @returns the best first.
 */
export function findPlaces(
  query: string,
  { limit = DEFAULT_LIMIT, prefix = true, guess = true, ...hints }: FindOptions = {},
): Match[] {
  const { gazetteer } = getPlaces();
  let readings = readQuery(query);
  const scores = new Map<number, number>();
  for (const reading of readings) scoreReading(reading, prefix, scores);
  const [first] = readings;
  if (scores.size === 0 && first && hasContexts(first)) {
    scoreReading(withoutContext(first), prefix, scores);
  }
  if (scores.size === 0) {
    const shorter = readings.flatMap(withoutKind);
    for (const reading of shorter) scoreReading(reading, prefix, scores);
    readings = [...readings, ...shorter];
  }
  let ranking = createRanking(readings, prefix, hints);
  let found = ranking.rank(scores);
  const guesses = new Set<number>();
  if (isLatin(query) ? !found.hasCloseSpelling : scores.size === 0) {
    for (const reading of readings) scoreSimilar(reading, scores, guesses);
    found = ranking.rank(scores, guesses);
  }
  if (!found.hasSimilarSpelling) {
    // Nainital, which has not been in Uttar Pradesh since 2000, rather than a village there that sounds similar.
    const elsewhere = new Map<number, number>();
    for (const reading of readings.filter(hasContexts))
      scoreReading(withoutContext(reading), false, elsewhere);
    const spelled = ranking.rank(elsewhere).rows.filter(ranking.isSpelledNearly);
    for (const row of spelled) scores.set(row, Math.max(elsewhere.get(row) ?? 0, scores.get(row) ?? 0));
    if (spelled.length > 0) found = ranking.rank(scores, guesses);
  }
  let rows = guess ? found.rows : found.rows.filter(ranking.isLikely);
  if (rows.length === 0 && first) {
    const byParts = scoreParts(first);
    ranking = createRanking(byParts.parts, false, hints);
    // Nearly every word of a text sounds like some town: `balcony` like Belgaum.
    rows = ranking.rank(byParts.scores).rows.filter(ranking.isSpelledNearly);
  }
  return rows
    .slice(0, limit)
    .map((row) => ({ place: gazetteer.place(row), matched: ranking.matchedName(row) }));
}
