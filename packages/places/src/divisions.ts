import { DIVISIONS, type Place } from './place.js';
import { getPlaces, rowOfId } from './places.js';

const COUNTRY_ROW = 0;

/** How well known a place is, by its kind and population: 0 to 255. */
export function getImportance({ _id }: Pick<Place, '_id'>): number {
  const row = rowOfId(_id);
  return row === null ? 0 : getPlaces().names.importanceOf(row);
}

let states: Place[] | null = null;

/** All states and union territories, by name. */
export function listStates(): readonly Place[] {
  const { gazetteer, names } = getPlaces();
  states ??= Array.from({ length: gazetteer.size }, (_, row) => row)
    .filter((row) => row !== COUNTRY_ROW && names.parentOf(row) === COUNTRY_ROW)
    .filter((row) => gazetteer.row(row).kind === 'state')
    .map((row) => gazetteer.place(row))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return states;
}

/**
 * Finds the best known places within a district, a state or the country. Returns none for a place of any other kind.
 */
export function findWithin({ _id }: Pick<Place, '_id'>, limit: number): Place[] {
  const { gazetteer, names } = getPlaces();
  const outer = rowOfId(_id);
  if (outer === null || !DIVISIONS.includes(gazetteer.row(outer).kind)) return [];
  const isInside = (row: number): boolean => {
    for (let at = row; at !== COUNTRY_ROW; at = names.parentOf(at)) {
      if (names.parentOf(at) === outer) return true;
    }
    return false;
  };
  const best: number[] = [];
  for (let row = 0; row < gazetteer.size; row += 1) {
    const least = best.at(-1);
    const isBetter =
      best.length < limit || (least !== undefined && names.importanceOf(row) > names.importanceOf(least));
    if (!isBetter || !isInside(row)) continue;
    const at = best.findIndex((each) => names.importanceOf(each) < names.importanceOf(row));
    best.splice(at === -1 ? best.length : at, 0, row);
    best.length = Math.min(best.length, limit);
  }
  return best.map((row) => gazetteer.place(row));
}
