import { PLACE_PAGE_LENGTH, type PlaceHit, type PlacePage, type PublicUser } from '@safarnama/contracts';
import { distanceInKm, findWithin, listAncestors, type Place } from '@safarnama/places';
import type { loadBlockedOf } from '../message/block.service.js';
import type { IndexSync } from '../search/index-sync.js';
import type { StoryIndex } from '../search/story-index.js';
import type { UserService } from '../user/user.service.js';
import { type PlaceService, requirePlace } from './place.service.js';
import { countStoriesIn, findAuthorIds, findPlacesOfStories } from './place-stories.js';

interface PlacePageDeps {
  places: Pick<PlaceService, 'presentPlaces'>;
  storyIndex: Pick<IndexSync, 'forRequest'>;
  users: Pick<UserService, 'loadPublicUsers'>;
  loadBlockedOf: typeof loadBlockedOf;
}

/** Finds places with stories near a place, nearest first, except places within it and places that contain it. */
function findNearby(index: StoryIndex, place: Place, ancestors: readonly Place[]): Place[] {
  const ancestorIds = new Set(ancestors.map(({ _id }) => _id));
  const countryId = ancestors.at(-1)?._id;
  if (countryId === undefined) return [];
  return findPlacesOfStories(index, countryId)
    .filter(({ place: { _id }, placeIds }) => !placeIds.includes(place._id) && !ancestorIds.has(_id))
    .map((found) => ({ place: found.place, distance: distanceInKm(found.place, place) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, PLACE_PAGE_LENGTH)
    .map((found) => found.place);
}

/** Finds places within a place: those with the most stories, then the best known. */
function findInside(index: StoryIndex, place: Place): Place[] {
  const withStories = findPlacesOfStories(index, place._id)
    .filter((found) => found.place._id !== place._id)
    .map((found) => ({ place: found.place, storyCount: countStoriesIn(index, found.place._id) }))
    .sort((a, b) => b.storyCount - a.storyCount)
    .map((found) => found.place);
  const inside = [...withStories.slice(0, PLACE_PAGE_LENGTH), ...findWithin(place, PLACE_PAGE_LENGTH)];
  return [...new Map(inside.map((each) => [each._id, each])).values()].slice(0, PLACE_PAGE_LENGTH);
}

/** Collects what the page of a place shows besides its stories. */
export function createPlacePageService({ places, storyIndex, users, loadBlockedOf }: PlacePageDeps) {
  async function findAuthors(index: StoryIndex, placeId: string, viewerId: string): Promise<PublicUser[]> {
    const authorIds = findAuthorIds(index, placeId);
    if (authorIds.length === 0) return [];
    const blocked = await loadBlockedOf(viewerId);
    const visibleIds = authorIds.filter((id) => !blocked.has(id)).slice(0, PLACE_PAGE_LENGTH);
    const byId = await users.loadPublicUsers(visibleIds);
    return visibleIds.flatMap((id) => byId.get(id) ?? []);
  }

  return {
    /** @throws AppError 404 for an unknown slug. */
    async find(slug: string, viewerId: string): Promise<PlacePage> {
      const place = requirePlace(slug);
      const stories = storyIndex.forRequest();
      const index = await stories.complete();
      const ancestors = listAncestors(place);
      const parent = ancestors[0];
      const nearby = findNearby(index, place, ancestors);
      const within = findInside(index, place);
      const [hits, authors] = await Promise.all([
        places.presentPlaces([place, ...(parent ? [parent] : []), ...nearby, ...within], stories),
        findAuthors(index, place._id, viewerId),
      ]);
      const [hit, ...others] = hits as [PlaceHit, ...PlaceHit[]]; // one for each place
      return {
        ...hit,
        otherNames: place.otherNames.slice(0, PLACE_PAGE_LENGTH),
        parent: parent ? (others.shift() ?? null) : null,
        nearby: others.slice(0, nearby.length),
        within: others.slice(nearby.length),
        authors,
      };
    },
  };
}
export type PlacePageService = ReturnType<typeof createPlacePageService>;
