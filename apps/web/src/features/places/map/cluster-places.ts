import type { Point } from './shapes.ts';

interface CountedPlace extends Point {
  slug: string;
  name: string;
  storyCount: number;
}

/** A dot for places near each other, at the place with the most stories. */
export interface Dot extends CountedPlace {
  /** Number of other places in the dot. */
  others: number;
}

/**
 * Merges places that would overlap into dots at the places with the most stories.
 *
 * @param distance - minimum distance between dots, in the units of the places.
 */
export function clusterPlaces(places: readonly CountedPlace[], distance: number): Dot[] {
  const dots: Dot[] = [];
  const ordered = [...places].sort(
    (a, b) => b.storyCount - a.storyCount || (a.slug < b.slug ? -1 : Number(a.slug > b.slug)),
  );
  for (const place of ordered) {
    const nearest = findNearest(dots, place);
    if (nearest && distanceBetween(nearest, place) < distance) {
      nearest.storyCount += place.storyCount;
      nearest.others += 1;
    } else {
      dots.push({ ...place, others: 0 });
    }
  }
  return dots;
}

function findNearest(dots: readonly Dot[], place: Point): Dot | undefined {
  let nearest: Dot | undefined;
  for (const dot of dots) {
    if (!nearest || distanceBetween(dot, place) < distanceBetween(nearest, place)) nearest = dot;
  }
  return nearest;
}

function distanceBetween(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
