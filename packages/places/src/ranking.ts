import { isWithinEditDistance, phoneticSimilarity } from '@safarnama/phonetic';
import { distanceInKm, type Point } from './distance.js';
import { VILLAGE } from './importance.js';
import { LATER_WORD } from './name-index.js';
import { foldName, isLatin, nameKey } from './name-key.js';
import { getPlaces } from './places.js';
import type { Reading } from './reading.js';
import type { Row } from './row-format.js';

/** Candidates whose names are compared letter by letter. */
const MAX_CANDIDATES = 100;
/** Code of the first letter after those of the Latin script. */
const FIRST_OTHER_SCRIPT = 0x250;
/** Minimum lengths of names in which one and two wrong letters are allowed. */
const ONE_EDIT_LENGTH = 5;
const TWO_EDITS_LENGTH = 8;

/**
 * What the letters add to the score, because names that sound alike share a key: the same letters, nearly the same, or
 * the same only at the beginning.
 */
const SAME_LETTERS = 0.7;
const NEARLY_SAME_LETTERS = 0.3;
const SAME_FIRST_LETTERS = 0.5;
const NEARLY_SAME_FIRST_LETTERS = 0.15;
/** With one wrong letter more than is allowed: `Tezpore` is rather Tezpur than Tajpur, which sounds the same. */
const SIMILAR_LETTERS = 0.1;
const SAME_START = 2;
/**
 * How similar a name in another script with the query's key must sound to count as spelled like it at the beginning:
 * काशी for காசி, but not Chintgarh for चंडीगढ़, which have the same key.
 */
const SAME_SOUNDS = 0.9;
/** Subtracted from the score of a place that was guessed by its sound and has different letters. */
const UNLIKELY = 0.2;
const NO_GUESSES: ReadonlySet<number> = new Set();
/** Factor for what the letters of an alias and of a later word add. */
const MINOR_NAME = 0.6;
/** What the same sound, a sound that begins the same and the same script add when the matched name is chosen. */
const SAME_SOUND = 0.2;
const SAME_FIRST_SOUND = 0.1;
const SAME_SCRIPT = 0.05;

/** Maximum that nearness adds, and the distance at which it adds half of that. */
const NEAR = 0.5;
const NEAR_KM = 100;
/** What each tenfold increase in the number of stories adds, and the maximum. */
const STORIES = 0.2;
const MOST_STORIES = 0.5;

/** What decides between places with the same name. */
export interface Hints {
  /** Positions that the places are probably near, such as the places that the user has written about before. */
  near?: readonly Point[];
  /** Number of stories of a place, by its id. */
  storyCountOf?: (placeId: string) => number;
}

/** Whether a name of the gazetteer, which has one script, is in Latin letters. */
const isLatinStart = (name: string): boolean => name.charCodeAt(0) < FIRST_OTHER_SCRIPT;

const BLOCK_SHIFT = 7;
/** The script of a name by its first letter, as a number. */
const scriptOf = (name: string): number => (isLatinStart(name) ? 0 : name.charCodeAt(0) >> BLOCK_SHIFT);

/** Rows of the places that have a name with the key of one of these readings in an Indic script. */
function rowsWithKey(readings: readonly Reading[]): Set<number> {
  const { names } = getPlaces();
  const rows = new Set<number>();
  for (const { key } of readings.filter(({ isLatinName }) => !isLatinName)) {
    const index = names.find(key);
    if (index !== -1) names.forEachEntry(index, (row, kind) => kind !== LATER_WORD && rows.add(row));
  }
  return rows;
}

/** Number of wrong letters that a name may have. */
export function editsFor(folded: string): number {
  if (folded.length >= TWO_EDITS_LENGTH) return 2;
  return folded.length >= ONE_EDIT_LENGTH ? 1 : 0;
}

/** What the letters of one name of a place add to its score. */
function compareLetters(eachFolded: string, folded: string, isPrefixAllowed: boolean): number {
  if (eachFolded === folded) return SAME_LETTERS;
  if (isPrefixAllowed && eachFolded.startsWith(folded)) return SAME_FIRST_LETTERS;
  const edits = editsFor(folded);
  if (edits === 0) return 0;
  if (isWithinEditDistance(eachFolded, folded, edits)) return NEARLY_SAME_LETTERS;
  const startsSame = eachFolded.startsWith(folded.slice(0, SAME_START));
  if (startsSame && isWithinEditDistance(eachFolded, folded, edits + 1)) return SIMILAR_LETTERS;
  const isNear = isPrefixAllowed && isWithinEditDistance(eachFolded.slice(0, folded.length), folded, 1);
  return isNear ? NEARLY_SAME_FIRST_LETTERS : 0;
}

/** What nearness and stories add to the score of a place. */
function scoreHints(row: Row, { near = [], storyCountOf }: Hints): number {
  const nearest = near.reduce(
    (shortest, point) => Math.min(shortest, distanceInKm(point, row)),
    Number.POSITIVE_INFINITY,
  );
  const nearness = NEAR / (1 + (nearest / NEAR_KM) ** 2);
  const storyCount = storyCountOf?.(getPlaces().gazetteer.idOf(row)) ?? 0;
  return nearness + Math.min(STORIES * Math.log10(1 + storyCount), MOST_STORIES);
}

/** The rows with the highest scores, at most `count`; among rows with the same score the first ones. */
function rowsWithHighest(scores: ReadonlyMap<number, number>, count: number): number[] {
  if (scores.size <= count) return [...scores.keys()];
  const ascending = Float64Array.from(scores.values()).sort();
  const least = ascending[ascending.length - count] ?? 0;
  const found: number[] = [];
  // Thousands of villages may have the same score.
  const last: number[] = [];
  for (const [row, score] of scores) {
    if (score > least) found.push(row);
    else if (score === least) last.push(row);
  }
  return [
    ...found,
    ...Uint32Array.from(last)
      .sort()
      .subarray(0, count - found.length),
  ];
}

/** Places in the order in which they are shown. */
interface Ranking {
  /** Rows, the best first. */
  rows: number[];
  /** Whether one of them is spelled like the query; for places other than villages, with a few wrong letters. */
  hasCloseSpelling: boolean;
  /** As `hasCloseSpelling`, with one wrong letter more. */
  hasSimilarSpelling: boolean;
}

/**
 * Ranks places by their scores and also by letters, nearness and stories. What these add to the score of a place is
 * computed once, so that the same ranking serves again when more candidates have been found.
 */
export function createRanking(readings: readonly Reading[], isPrefixAllowed: boolean, hints: Hints) {
  const { gazetteer, names } = getPlaces();
  const wanted = readings.filter(({ folded }) => folded !== '');
  const sameKey = rowsWithKey(wanted);
  const additions = new Map<number, { letters: number; hints: number }>();

  function lettersOf(number: number, { name, localName, otherNames, aliases }: Row): number {
    let best = 0;
    const isSameKey = sameKey.has(number);
    const add = (each: string, share: number) => {
      if (best >= share * SAME_LETTERS) return;
      // Letters of two scripts have nothing in common.
      const isLatinName = isLatinStart(each);
      if (!isSameKey && !wanted.some((reading) => reading.isLatinName === isLatinName)) return;
      const eachFolded = foldName(each);
      for (const { folded, isLatinName: isLatinReading } of wanted) {
        let letters = 0;
        if (isLatinReading === isLatinName) letters = compareLetters(eachFolded, folded, isPrefixAllowed);
        const isOtherScript = isSameKey && scriptOf(each) !== scriptOf(folded);
        if (isOtherScript && phoneticSimilarity(eachFolded, folded) >= SAME_SOUNDS)
          letters = SAME_FIRST_LETTERS;
        best = Math.max(best, share * letters);
      }
    };
    add(name, 1);
    if (localName) add(localName, 1);
    for (const each of otherNames) add(each, 1);
    for (const each of aliases) add(each, MINOR_NAME);
    const space = name.indexOf(' ');
    if (space !== -1) add(name.slice(space + 1), MINOR_NAME);
    return best;
  }

  function additionOf(number: number) {
    const known = additions.get(number);
    if (known) return known;
    const row = gazetteer.row(number);
    const addition = { letters: lettersOf(number, row), hints: scoreHints(row, hints) };
    additions.set(number, addition);
    return addition;
  }

  return {
    /**
     * Ranks the best of the places with these scores.
     *
     * @param guesses - places that only sound similar: without similar letters they are unlikely to be meant.
     */
    rank(scores: ReadonlyMap<number, number>, guesses: ReadonlySet<number> = NO_GUESSES): Ranking {
      const candidates = rowsWithHighest(scores, MAX_CANDIDATES)
        .map((row) => {
          const { letters, hints: hinted } = additionOf(row);
          const isUnlikely = letters === 0 && guesses.has(row);
          const score = (scores.get(row) ?? 0) + letters + hinted - (isUnlikely ? UNLIKELY : 0);
          return { row, letters, score };
        })
        .sort((a, b) => b.score - a.score || a.row - b.row);
      const isSpelled = (least: number) =>
        candidates.some(
          ({ row, letters }) =>
            // Among so many villages, one is close to nearly every misspelled name.
            letters >= (names.importanceOf(row) > VILLAGE ? least : SAME_FIRST_LETTERS),
        );
      return {
        rows: candidates.map(({ row }) => row),
        hasCloseSpelling: isSpelled(NEARLY_SAME_LETTERS),
        hasSimilarSpelling: isSpelled(SIMILAR_LETTERS),
      };
    },

    /**
     * Whether the place has a name that resembles the query in its letters, or for another script has the same key.
     * Among so many villages, one resembles nearly every word: theirs have to be the same.
     */
    isLikely(row: number): boolean {
      const { letters } = additionOf(row);
      if (names.importanceOf(row) <= VILLAGE) return letters >= SAME_FIRST_LETTERS;
      return letters > 0 || sameKey.has(row);
    },

    /** Whether a name of the place has the letters of the query, except for a few wrong ones. */
    isSpelledNearly: (row: number): boolean => additionOf(row).letters >= NEARLY_SAME_LETTERS,

    /**
     * The name of a place that matched the query: one with the query's letters, else one with its sound, preferably in
     * its script.
     */
    matchedName(row: number): string {
      const { name: ownName, localName, otherNames, aliases } = gazetteer.row(row);
      const names = [ownName, localName, ...otherNames, ...aliases].filter((each) => each !== '');
      let best = { matched: ownName, closeness: 0 };
      for (const { key, folded, isLatinName } of readings) {
        for (const each of names) {
          const letters = compareLetters(foldName(each), folded, isPrefixAllowed);
          // The sound takes longer to compute and cannot make up for fewer letters.
          if (letters + SAME_SOUND + SAME_SCRIPT <= best.closeness) continue;
          const eachKey = nameKey(each);
          const isSoundBegun = isPrefixAllowed && eachKey.startsWith(key);
          const sound = eachKey === key ? SAME_SOUND : isSoundBegun ? SAME_FIRST_SOUND : 0;
          const script = letters + sound > 0 && isLatin(each) === isLatinName ? SAME_SCRIPT : 0;
          const closeness = letters + sound + script;
          if (closeness > best.closeness) best = { matched: each, closeness };
        }
      }
      return best.matched;
    },
  };
}
