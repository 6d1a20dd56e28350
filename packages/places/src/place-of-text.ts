import { distanceInKm, SAME_PLACE_KM } from './distance.js';
import { NAME, OTHER_NAME } from './name-index.js';
import { foldName, isLatin, nameKey } from './name-key.js';
import { DIVISIONS, listNames, type Place } from './place.js';
import { ancestorRows, COUNTRY, countContexts, getPlaces } from './places.js';
import { splitLocation } from './split-location.js';

/** Maximum number of parts of a text that names a place and the areas that it lies in. */
const MAX_PARTS = 4;
/** A well-known place may have up to this many namesakes that are not notable; other places may have none. */
const MAX_SMALL_NAMESAKES = 3;
/** Minimum importance of a well-known place: a city, or a place of our list. */
const WELL_KNOWN = 180;
/** Minimum importance of a place whose name is taken for it at all: a town of some 5,000 people. */
const KNOWN = 130;
/**
 * Minimum importance of a city that is meant in spite of its small namesakes: half a million people, or 400,000 when the
 * text also names its state.
 */
const MAJOR = 198;
const MAJOR_IN_STATE = 195;
/** A namesake of such a city is small when its importance is lower by this: it has about a tenth of the people. */
const FAR_BEHIND = 33;
/** Minimum importance of a notable place: two of the same name make the name ambiguous, unless one contains the other. */
const NOTABLE = 100;

/** Whether a place has a name that is spelled like this, rather than one that only sounds like it. */
function isSpelled(row: number, name: string): boolean {
  const folded = foldName(name);
  return listNames(getPlaces().gazetteer.place(row)).some((each) => foldName(each) === folded);
}

/**
 * Rows of the places whose name is spelled like this; for a name in another script that no place has, the places whose
 * name sounds like it.
 */
function rowsNamed(name: string): number[] {
  const { names } = getPlaces();
  const index = names.find(nameKey(name));
  const rows: number[] = [];
  if (index === -1) return rows;
  names.forEachEntry(index, (row, kind) => {
    if (kind === NAME || kind === OTHER_NAME) rows.push(row);
  });
  const spelled = rows.filter((row) => isSpelled(row, name));
  return isLatin(name) || spelled.length > 0 ? spelled : rows;
}

/**
 * Leaves out the less important of places that are practically the same: the town of Kedarnath beside its temple, the
 * town of Calangute beside its beach. Divisions stay: their position is the middle of an area, so distances to it mean
 * nothing.
 */
function withoutTwins(rows: readonly number[]): number[] {
  const { gazetteer, names } = getPlaces();
  const found: number[] = [];
  for (const row of [...rows].sort((a, b) => names.importanceOf(b) - names.importanceOf(a))) {
    const place = gazetteer.row(row);
    const isTwin = found
      .map((other) => gazetteer.row(other))
      .some((other) => !DIVISIONS.includes(other.kind) && distanceInKm(place, other) <= SAME_PLACE_KM);
    if (DIVISIONS.includes(place.kind) || !isTwin) found.push(row);
  }
  return found;
}

/** Only the importance of a town depends on its population. */
const isTown = (row: number): boolean => getPlaces().gazetteer.row(row).kind === 'town';

/** The innermost of nested places: the town of Puducherry rather than its territory. */
function innermost(rows: readonly number[]): number | null {
  const found = rows.find((row) => {
    const outer = new Set([row, ...ancestorRows(row)]);
    return rows.every((other) => outer.has(other));
  });
  return found ?? null;
}

/** Leaves out districts that share their name with their state or with a town of that state, which is meant instead. */
function withoutOwnDistricts(rows: readonly number[]): number[] {
  const { gazetteer, names } = getPlaces();
  const isNamesakeOf = (district: number) => {
    const state = names.parentOf(district);
    return rows.some((row) => row === state || (isTown(row) && ancestorRows(row).includes(state)));
  };
  return rows.filter((row) => gazetteer.row(row).kind !== 'district' || !isNamesakeOf(row));
}

/**
 * The one place among namesakes that is certainly meant; null when there is none. A state takes precedence over places
 * outside it that have its name.
 *
 * @param name - the name of the place in the text.
 * @param hasContext - whether the text also names areas, in which all these namesakes lie.
 */
function wellKnown(name: string, rows: readonly number[], hasContext: boolean): number | null {
  const { gazetteer, names } = getPlaces();
  const highest = Math.max(0, ...rows.filter(isTown).map(names.importanceOf));
  const hasMajorCity = highest >= (hasContext ? MAJOR_IN_STATE : MAJOR);
  const notable = rows.filter((row) => {
    const importance = names.importanceOf(row);
    return importance >= NOTABLE && !(hasMajorCity && isTown(row) && importance <= highest - FAR_BEHIND);
  });
  const state = notable.find((row) => gazetteer.row(row).kind === 'state' && isSpelled(row, name));
  const inState = notable.filter(
    (row) => state === undefined || row === state || ancestorRows(row).includes(state),
  );
  const found = innermost(withoutOwnDistricts(inState));
  if (found === null) return null;
  if (hasMajorCity || found === state) return found;
  const isElsewhere = (row: number) => ![row, ...ancestorRows(row)].some((each) => notable.includes(each));
  const namesakes = rows.filter(isElsewhere).length;
  const isUnambiguous =
    names.importanceOf(found) >= WELL_KNOWN ? namesakes <= MAX_SMALL_NAMESAKES : namesakes === 0;
  return isUnambiguous && names.importanceOf(found) >= KNOWN ? found : null;
}

/**
 * The place that a text certainly names: a well-known place without a comparable namesake (`Varanasi`), or the only
 * place of its name in the areas that follow (`Rampur, Himachal Pradesh`).
 *
 * @returns null for an ambiguous or unknown name, and for a text without a name.
 */
export function placeOfText(text: string): Place | null {
  const { gazetteer, sharedNames } = getPlaces();
  const parts = splitLocation(text);
  const [first, ...rest] = parts;
  if (first === undefined || parts.length > MAX_PARTS) return null;
  const rows = withoutTwins(rowsNamed(first));
  const contexts = rest.map((part) => new Set(rowsNamed(part)));
  const within = rows.filter((row) => countContexts(row, contexts) === contexts.length);
  // `Delhi, India` says no more than `Delhi`.
  const saysMore = contexts.some((context) => !context.has(COUNTRY));
  if (!saysMore && sharedNames.has(first)) return null;
  const found = saysMore
    ? (innermost(within) ?? wellKnown(first, within, true))
    : wellKnown(first, within, false);
  return found === null ? null : gazetteer.place(found);
}
