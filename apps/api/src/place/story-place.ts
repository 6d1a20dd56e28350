import type { StoryPlace } from '@safarnama/contracts';
import { listAncestors, type Place, placeById, placeOfText } from '@safarnama/places';
import { LRUCache } from 'lru-cache';
import { badRequest } from '../http/app-error.js';

/** Maximum number of cached presentations: lists show the same places repeatedly. */
const MAX_CACHED_PLACES = 5_000;

/** The fields of a story that store its place. */
export interface PlaceFields {
  /** Null when the author has removed the place. */
  placeId: string | null;
  /** Ids of the place and of all places that contain it. */
  placeIds: string[];
}

const toFields = (place: Place): PlaceFields => ({
  placeId: place._id,
  placeIds: [place, ...listAncestors(place)].map(({ _id }) => _id),
});

/**
 * The stored fields of the place that an author has chosen.
 *
 * @param placeId - null for none, absent for no change.
 * @throws AppError 400 for an unknown place.
 */
export function getPlaceFields(placeId: string | null | undefined): Partial<PlaceFields> {
  if (placeId === undefined) return {};
  if (placeId === null) return { placeId: null, placeIds: [] };
  const place = placeById(placeId);
  if (!place) throw badRequest('place_unknown', 'This place is not in our list', 'placeId');
  return toFields(place);
}

/** The stored fields of the place that a text names; empty if it names none unambiguously. */
export function findPlaceFields(text: string): Partial<PlaceFields> {
  const place = placeOfText(text);
  return place ? toFields(place) : {};
}

const presented = new LRUCache<string, StoryPlace>({ max: MAX_CACHED_PLACES });

/** Presents the place of a story; null for a story without a place. */
export function presentStoryPlace(placeId: string | null | undefined): StoryPlace | null {
  if (!placeId) return null;
  const cached = presented.get(placeId);
  if (cached) return cached;
  const place = placeById(placeId);
  if (!place) return null;
  const { _id, slug, name, state } = place;
  const storyPlace = { _id, slug, name, state };
  presented.set(placeId, storyPlace);
  return storyPlace;
}
