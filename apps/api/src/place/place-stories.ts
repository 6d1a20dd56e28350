import { getImportance, type Place, placeById } from '@safarnama/places';
import { LRUCache } from 'lru-cache';
import type { IndexedStory, StoryIndex } from '../search/story-index.js';

const MAX_CACHED_PLACES = 10_000;

interface RankedPlace {
  place: Place;
  /** See `getImportance`. */
  importance: number;
}

/** Caches places with stories, which the map and the pages of other places look up repeatedly. */
const places = new LRUCache<string, RankedPlace>({ max: MAX_CACHED_PLACES });

/** A place with stories of its own. */
export interface PlaceOfStories extends RankedPlace {
  /** Ids of the place and of all that contain it. */
  placeIds: readonly string[];
  /** Number of its own stories, without those of places within it. */
  storyCount: number;
}

function findPlace(placeId: string): RankedPlace | null {
  const cached = places.get(placeId);
  if (cached) return cached;
  const place = placeById(placeId);
  if (!place) return null;
  const found = { place, importance: getImportance(place) };
  places.set(placeId, found);
  return found;
}

/**
 * Caches the results of a function for each place until the index changes. The callers share them, and must not change
 * them.
 */
function cacheByPlace<Result>(compute: (index: StoryIndex, placeId: string) => Result) {
  const caches = new WeakMap<StoryIndex, { revision: number; results: Map<string, Result> }>();
  return (index: StoryIndex, placeId: string): Result => {
    let cache = caches.get(index);
    if (cache?.revision !== index.revision()) {
      cache = { revision: index.revision(), results: new Map() };
      caches.set(index, cache);
    }
    const cached = cache.results.get(placeId);
    if (cached !== undefined) return cached;
    const result = compute(index, placeId);
    cache.results.set(placeId, result);
    return result;
  };
}

/** The live stories of a place and of all places within it. */
function* storiesIn(index: StoryIndex, placeId: string): Generator<IndexedStory> {
  for (const number of index.numbersByPlace(placeId)) {
    const story = index.storyOf(number);
    if (story) yield story;
  }
}

/** Number of the live stories of a place and of all places within it. */
export const countStoriesIn = cacheByPlace((index, placeId): number => {
  let count = 0;
  for (const _story of storiesIn(index, placeId)) count += 1;
  return count;
});

/** Finds places with stories of their own: a place itself and those within it. */
export const findPlacesOfStories = cacheByPlace((index, placeId): readonly PlaceOfStories[] => {
  const found = new Map<string, PlaceOfStories>();
  for (const { placeIds } of storiesIn(index, placeId)) {
    const own = placeIds[0] ?? '';
    const counted = found.get(own);
    if (counted) {
      counted.storyCount += 1;
      continue;
    }
    const place = findPlace(own);
    if (place) found.set(own, { ...place, placeIds, storyCount: 1 });
  }
  return [...found.values()];
});

/** Finds the places of an author's stories, latest story first, without states and the country. */
export function findLatestPlacesOfAuthor(index: StoryIndex, authorId: string, limit: number): Place[] {
  const stories = index.numbersByAuthor(authorId).flatMap((number) => index.storyOf(number) ?? []);
  const found = new Map<string, Place>();
  for (const { placeIds } of stories.sort((a, b) => b.createdAt - a.createdAt)) {
    const place = found.size < limit ? findPlace(placeIds[0] ?? '')?.place : null;
    if (place && place.kind !== 'state' && place.kind !== 'country') found.set(place._id, place);
  }
  return [...found.values()];
}

/** Finds the authors of stories of a place and of places within it, most recent story first. */
export const findAuthorIds = cacheByPlace((index, placeId): readonly string[] => {
  const latest = new Map<string, number>();
  for (const { authorId, createdAt } of storiesIn(index, placeId)) {
    latest.set(authorId, Math.max(createdAt, latest.get(authorId) ?? 0));
  }
  return [...latest].sort(([, a], [, b]) => b - a).map(([authorId]) => authorId);
});
