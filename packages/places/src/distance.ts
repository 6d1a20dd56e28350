/** Kilometres of a degree of latitude. */
export const KM_PER_DEGREE = 111.2;
/**
 * Places of the same name within this distance are the same place: a post office and its town, a town and its temple.
 */
export const SAME_PLACE_KM = 12;

export interface Point {
  lat: number;
  lon: number;
}

/**
 * Distance in kilometres on a flat map, exact enough for a few hundred kilometres and to compare distances within a
 * country.
 */
export function distanceInKm(a: Point, b: Point): number {
  const shrink = Math.cos(((a.lat + b.lat) / 2) * (Math.PI / 180));
  return KM_PER_DEGREE * Math.hypot(a.lat - b.lat, (a.lon - b.lon) * shrink);
}
