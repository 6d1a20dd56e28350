import type { StoryPlace } from '@safarnama/contracts';
import { createSlug } from '@safarnama/contracts/slug';
import { distanceInKm, KM_PER_DEGREE, type Point } from '@safarnama/places/distance';
import table from '@safarnama/places/nearest-places.json';

/** Where a photo was taken, in degrees. */
export type Position = Point;

/** A place is offered for a photo taken within this distance. */
const MAX_KM = 30;
/** The same outside India's outline, which is simplified and lacks small islands. */
const MAX_KM_OUTSIDE = 5;
/** Within this distance, a photo is regarded as taken at a landmark, such as a temple. */
const AT_LANDMARK_KM = 0.6;
/** Farther away, a landmark has to be nearer than the town by this much. */
const MUCH_NEARER_KM = 2;
/** A town within this distance is named in addition to a landmark. */
const AREA_KM = 10;
const RADIX = 36;

interface NearbyPlace {
  /** Index in the columns of the table. */
  index: number;
  distanceKm: number;
  /**
   * Kilometres from the edge of the place, plus its penalty, which ranks large areas after smaller places. Lowest
   * first.
   */
  rank: number;
  isLandmark: boolean;
}

const toNumbers = (column: string): number[] => column.split(' ').map(Number);
const digitAt = (column: string, index: number): number => Number.parseInt(column[index] ?? '0', RADIX);

let sum = 0;
/** In ascending order. */
const lats = toNumbers(table.lats).map((step) => {
  sum += step;
  return sum / table.stepsPerDegree;
});
const lons = toNumbers(table.lons).map((lon) => lon / table.stepsPerDegree);
const names = table.names.split('\n');
const ids = table.ids.split('\n');
const slugs = table.slugs.split('\n');

/**
 * Finds at most two places that describe a position: the town, park or other area, and the landmark at which it is or
 * that is much nearer. Everything happens on this device.
 *
 * @returns an empty array abroad, at sea and far from every known place.
 */
export function findNearestPlaces(position: Position): StoryPlace[] {
  const near = listNear(position, isInIndia(position) ? MAX_KM : MAX_KM_OUTSIDE);
  const area = findBest(near.filter(({ isLandmark }) => !isLandmark));
  const landmark = findBest(near.filter(({ isLandmark }) => isLandmark));
  const isAtLandmark =
    landmark !== undefined &&
    (area === undefined ||
      landmark.distanceKm <= AT_LANDMARK_KM ||
      landmark.rank + MUCH_NEARER_KM < area.rank);
  const isInArea = area !== undefined && (!isAtLandmark || area.distanceKm <= AREA_KM);
  return [...(isInArea ? [area] : []), ...(isAtLandmark ? [landmark] : [])].map(({ index }) =>
    placeAt(index),
  );
}

function listNear(position: Position, maxKm: number): NearbyPlace[] {
  const near: NearbyPlace[] = [];
  const maxDegrees = maxKm / KM_PER_DEGREE;
  for (let index = 0; index < lats.length; index += 1) {
    const lat = lats[index] ?? 0;
    if (lat < position.lat - maxDegrees) continue;
    if (lat > position.lat + maxDegrees) break;
    const distanceKm = distanceInKm(position, { lat, lon: lons[index] ?? 0 });
    if (distanceKm > maxKm) continue;
    const reach = digitAt(table.reaches, index) * table.reachStep;
    const cost = digitAt(table.costs, index);
    near.push({
      index,
      distanceKm,
      rank: Math.max(0, distanceKm - reach) + cost,
      isLandmark: cost === 0,
    });
  }
  return near;
}

const findBest = (near: readonly NearbyPlace[]): NearbyPlace | undefined =>
  [...near].sort((a, b) => a.rank - b.rank || a.distanceKm - b.distanceKm)[0];

function placeAt(index: number): StoryPlace {
  const name = names[index] ?? '';
  const slug = slugs[index] || createSlug(name);
  const id = ids[index] ?? '';
  return {
    _id: id === '' ? `sf-${slug}` : /^\d/.test(id) ? `gn-${id}` : id,
    slug,
    name,
    state: table.states[digitAt(table.stateOf, index)] ?? '',
  };
}

/** Uses the outline of India that the maps also draw. */
function isInIndia({ lat, lon }: Position): boolean {
  const { first, parallels } = table.border;
  const spans = toNumbers(parallels[Math.floor(lat * table.parallelsPerDegree) - first] ?? '');
  return spans.filter((border) => border < lon * 100).length % 2 === 1;
}
