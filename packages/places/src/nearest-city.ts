import { distanceInKm } from './distance.js';
import type { Place } from './place.js';
import { getPlaces } from './places.js';

/** Minimum importance of a town that helps to locate another place: some 100,000 people. */
const CITY = 175;

let citiesByState: ReadonlyMap<string, Place[]> | null = null;

function getCities(): ReadonlyMap<string, Place[]> {
  if (citiesByState) return citiesByState;
  const { gazetteer, names } = getPlaces();
  const cities = new Map<string, Place[]>();
  for (let row = 0; row < gazetteer.size; row += 1) {
    if (names.importanceOf(row) < CITY || gazetteer.row(row).kind !== 'town') continue;
    const city = gazetteer.place(row);
    const others = cities.get(city.state);
    if (others) others.push(city);
    else cities.set(city.state, [city]);
  }
  citiesByState = cities;
  return cities;
}

/**
 * Finds the nearest city with another name in the same state, to locate a place whose district is not certain.
 *
 * @returns null for a place of a state without cities.
 */
export function nearestCity(place: Place): Place | null {
  let nearest: Place | null = null;
  let shortest = Number.POSITIVE_INFINITY;
  for (const city of getCities().get(place.state) ?? []) {
    const distance = distanceInKm(city, place);
    if (distance >= shortest || city.name === place.name) continue;
    nearest = city;
    shortest = distance;
  }
  return nearest;
}
