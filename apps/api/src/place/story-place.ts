import type { StoryPlace } from '@safarnama/contracts';
import { ancestorsOf, type Place, placeById, placeOfText } from '@safarnama/places';
import { LRUCache } from 'lru-cache';
import { badRequest } from '../http/app-error.js';

/** Places whose presentation is cached: lists show the same ones again and again. */
const MAX_CACHED_PLACES = 5_000;

/** What a story stores of its place. */
export interface PlaceFields {
  /** Null when the author has taken the place off. */
  placeId: string | null;
  /** The place and what it lies in. */
  placeIds: string[];
}

const toFields = (place: Place): PlaceFields => ({
  placeId: place._id,
  placeIds: [place, ...ancestorsOf(place)].map(({ _id }) => _id),
});

/**
 * The stored fields of the place that an author has chosen.
 *
 * @param placeId - null for none, absent for no change.
 * @throws AppError 400 for an unknown place.
 */
export function placeFieldsOf(placeId: string | null | undefined): Partial<PlaceFields> {
  if (placeId === undefined) return {};
  if (placeId === null) return { placeId: null, placeIds: [] };
  const place = placeById(placeId);
  if (!place) throw badRequest('place_unknown', 'This place is not in our list', 'placeId');
  return toFields(place);
}

/** The stored fields of the place that a text names, if it names one beyond doubt. */
export function placeFieldsOfText(text: string): Partial<PlaceFields> {
  const place = placeOfText(text);
  return place ? toFields(place) : {};
}

interface Located {
  /** Null for none, absent when nobody has chosen one. */
  placeId?: string | null | undefined;
  blogLocation: string;
}

/**
 * The stored fields of the place of a story, as the gazetteer has it now: the one that the author has chosen, else the one
 * that the location names.
 *
 * @throws AppError 400 for an unknown place.
 */
export const placeFieldsOfStory = ({ placeId, blogLocation }: Located): Partial<PlaceFields> =>
  placeId === undefined ? placeFieldsOfText(blogLocation) : placeFieldsOf(placeId);

/** The stored fields of the place of a version, which replaces that of the story even if it has none. */
export const placeFieldsOfVersion = (version: Located) => ({
  placeId: null,
  placeIds: [],
  ...placeFieldsOfStory(version),
});

const presented = new LRUCache<string, StoryPlace>({ max: MAX_CACHED_PLACES });

/** Presents the place of a story. Null without one. */
export function presentStoryPlace(placeId: string | null | undefined): StoryPlace | null {
  if (!placeId) return null;
  const known = presented.get(placeId);
  if (known) return known;
  const place = placeById(placeId);
  if (!place) return null;
  const { _id, slug, name, state } = place;
  const storyPlace = { _id, slug, name, state };
  presented.set(placeId, storyPlace);
  return storyPlace;
}
