import type { Point } from '../distance.js';

/** Indexes points in a grid of half a degree, to find the points near a position. */
export function createGrid<T extends Point>(points: readonly T[]) {
  const cells = new Map<string, T[]>();
  const cellOf = (lat: number, lon: number) => `${Math.floor(lat * 2)} ${Math.floor(lon * 2)}`;
  for (const point of points) {
    const cell = cellOf(point.lat, point.lon);
    const others = cells.get(cell);
    if (others) others.push(point);
    else cells.set(cell, [point]);
  }
  const steps = [-0.5, 0, 0.5];
  /** The points near each cell requested so far. */
  const pointsNear = new Map<string, readonly T[]>();
  return {
    /** The points of the nine cells around a point, which contain all points within 40 kilometres. */
    near({ lat, lon }: Point): readonly T[] {
      const cell = cellOf(lat, lon);
      const near =
        pointsNear.get(cell) ??
        steps.flatMap((north) => steps.flatMap((east) => cells.get(cellOf(lat + north, lon + east)) ?? []));
      pointsNear.set(cell, near);
      return near;
    },
  };
}
