import { distanceInKm, SAME_PLACE_KM } from '../distance.js';
import { DIVISIONS, type Place } from '../place.js';
import type { ReplacedPlace } from '../replaced.js';
import type { Row } from '../row-format.js';
import { computeId } from './assign-slugs.js';
import { foldName } from './names.js';

/**
 * Finds the villages of the previous file that a place of our list or a town replaces. It has the village's name and
 * lies in the same place or, because the village may have had the coordinates of a namesake, in its district, or is the
 * only one with this name in its state.
 *
 * @param rows - of the new file.
 * @param previous - the places of the previous file.
 */
export function findReplacements(
  rows: readonly Row[],
  previous: readonly Place[],
  earlier: readonly ReplacedPlace[],
): ReplacedPlace[] {
  const ids = new Set([...rows.map((row) => computeId(row, rows)), ...earlier.map(({ id }) => id)]);
  const places = rows.filter(({ id, kind }) => id !== '' && !DIVISIONS.includes(kind));
  const isIn = ({ parent }: Row, division: string): boolean => {
    const inner = rows[parent];
    return inner?.name === division || (inner !== undefined && rows[inner.parent]?.name === division);
  };
  return previous
    .filter(({ _id }) => !ids.has(_id))
    .flatMap(({ _id, slug, name, district, state, ...point }) => {
      const named = places.filter((row) => foldName(row.name) === foldName(name));
      const ofState = named.filter((row) => isIn(row, state));
      const by =
        named.find((row) => distanceInKm(row, point) <= SAME_PLACE_KM) ??
        ofState.find((row) => isIn(row, district)) ??
        (ofState.length === 1 ? ofState[0] : undefined);
      return by ? [{ id: _id, slug, by: by.id }] : [];
    });
}
