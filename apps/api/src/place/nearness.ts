import { distanceInKm, KM_PER_DEGREE, type Point } from '@safarnama/places';
import { lowerBound } from '../lib/lower-bound.js';

/** Creates a function that finds the nearest of many points; null without points. */
export function createNearestFinder<T extends Point>(points: readonly T[]): (from: Point) => T | null {
  const byLatitude = [...points].sort((a, b) => a.lat - b.lat);

  return (from) => {
    let nearest: T | null = null;
    let shortest = Number.POSITIVE_INFINITY;
    const start = lowerBound(byLatitude, ({ lat }) => lat < from.lat);
    for (const step of [1, -1]) {
      for (let at = step === 1 ? start : start - 1; ; at += step) {
        const point = byLatitude[at];
        // In this direction, all remaining points are farther away: their latitude alone differs too much.
        if (!point || KM_PER_DEGREE * Math.abs(point.lat - from.lat) >= shortest) break;
        const distance = distanceInKm(point, from);
        if (distance >= shortest) continue;
        nearest = point;
        shortest = distance;
      }
    }
    return nearest;
  };
}
