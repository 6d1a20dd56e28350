import { MAX_MAP_POINTS, type PlaceMap } from '@safarnama/contracts';
import { listStates } from '@safarnama/places';
import { LRUCache } from 'lru-cache';
import { notFound } from '../http/app-error.js';
import type { IndexSync } from '../search/index-sync.js';
import type { StoryIndex } from '../search/story-index.js';
import { createNearestFinder } from './nearness.js';
import { countStoriesIn, findPlacesOfStories, type PlaceOfStories } from './place-stories.js';

const COUNTRY_ID = 'sf-india';
/** How long a map is reused: it shows a new story within two seconds. */
const MAP_TTL_MS = 1_000;
/** The country and each of its states. */
const MAX_CACHED_MAPS = 40;

type MapPoint = PlaceMap['points'][number];

/** Builds points of the most important places. Merges the others into the nearest point. */
export function buildPoints(found: readonly PlaceOfStories[], maxPoints: number): MapPoint[] {
  const byImportance = [...found].sort(
    (a, b) =>
      b.importance - a.importance || b.storyCount - a.storyCount || (a.place._id < b.place._id ? -1 : 1),
  );
  const points = byImportance.slice(0, maxPoints).map(({ place: { slug, name, lat, lon }, storyCount }) => ({
    slug,
    name,
    lat,
    lon,
    storyCount,
  }));
  const findNearest = createNearestFinder(points);
  for (const { place, storyCount } of byImportance.slice(maxPoints)) {
    const nearest = findNearest(place);
    if (nearest) nearest.storyCount += storyCount;
  }
  return points.sort((a, b) => b.storyCount - a.storyCount);
}

function buildMap(index: StoryIndex, placeId: string): PlaceMap {
  return {
    states: listStates().map(({ _id, slug, name }) => ({
      slug,
      name,
      storyCount: countStoriesIn(index, _id),
    })),
    points: buildPoints(findPlacesOfStories(index, placeId), MAX_MAP_POINTS),
    total: countStoriesIn(index, placeId),
  };
}

/** Counts the stories of all places for a map. */
export function createPlaceMapService({ storyIndex }: { storyIndex: Pick<IndexSync, 'complete'> }) {
  /** Promises, so that concurrent requests count once. */
  const maps = new LRUCache<string, Promise<PlaceMap>>({ max: MAX_CACHED_MAPS, ttl: MAP_TTL_MS });

  return {
    /** @param state - slug of a state; the whole country by default. @throws AppError 404 for an unknown state. */
    find(state?: string): Promise<PlaceMap> {
      const placeId = state === undefined ? COUNTRY_ID : listStates().find(({ slug }) => slug === state)?._id;
      if (placeId === undefined) throw notFound('State not found');
      const cached = maps.get(placeId);
      if (cached) return cached;
      const map = storyIndex.complete().then((index) => buildMap(index, placeId));
      maps.set(placeId, map);
      // A failure is not cached.
      map.catch(() => maps.delete(placeId));
      return map;
    },
  };
}
export type PlaceMapService = ReturnType<typeof createPlaceMapService>;
