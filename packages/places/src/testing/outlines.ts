import { listSides, type Position, type Ring, readOutlines } from '../build/outlines.js';
import { distanceInKm, type Point } from '../distance.js';

/** The outlines are simplified: places at a coast or border may be outside by up to this distance. */
const TOLERANCE_KM = 9;

/** Bounds of islands that the outlines lack, at least in part: south, north, west, east. */
const ISLANDS: Record<string, [number, number, number, number]> = {
  'Andaman and Nicobar Islands': [6.7, 13.7, 92.2, 94.3],
  'Dadra and Nagar Haveli and Daman and Diu': [20.68, 20.78, 70.85, 71.02],
  Karnataka: [13.9, 14.1, 74.2, 74.4],
  Lakshadweep: [8.2, 12.5, 71.7, 74],
  'Tamil Nadu': [9.1, 9.35, 78.95, 79.6],
};

const outlines = readOutlines();

/** Whether a line from the point to the east crosses the sides an odd number of times. */
function isInside(rings: readonly Ring[], { lat, lon }: Point): boolean {
  const crossed = rings.flatMap(listSides).filter(([[lonA, latA], [lonB, latB]]) => {
    if (latA > lat === latB > lat) return false;
    return lon < lonA + ((lat - latA) / (latB - latA)) * (lonB - lonA);
  });
  return crossed.length % 2 === 1;
}

function kilometresToSide(point: Point, [[lonA, latA], [lonB, latB]]: [Position, Position]): number {
  const shrink = Math.cos(point.lat * (Math.PI / 180));
  const [x, y] = [(lonB - lonA) * shrink, latB - latA];
  const along = ((point.lon - lonA) * shrink * x + (point.lat - latA) * y) / (x * x + y * y || 1);
  const share = Math.min(1, Math.max(0, along));
  return distanceInKm(point, { lat: latA + share * (latB - latA), lon: lonA + share * (lonB - lonA) });
}

/** Whether a place is in a state, as exactly as the outlines can say. */
export function isInState(state: string, point: Point): boolean {
  const rings = outlines.get(state);
  if (!rings) throw new Error(`No outline of ${state}`);
  const [south, north, west, east] = ISLANDS[state] ?? [0, 0, 0, 0];
  if (point.lat >= south && point.lat <= north && point.lon >= west && point.lon <= east) return true;
  return (
    isInside(rings, point) ||
    rings.flatMap(listSides).some((side) => kilometresToSide(point, side) <= TOLERANCE_KM)
  );
}
