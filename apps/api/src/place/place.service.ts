import { PAGE_LENGTHS, type PlaceHit, type PlaceSearchQuery } from '@safarnama/contracts';
import { findPlaces, type Match, nearestCity, type Place, placeById, placeBySlug } from '@safarnama/places';
import { notFound } from '../http/app-error.js';
import { allowIncomplete, type IndexReader, type IndexSync } from '../search/index-sync.js';
import { countStoriesIn, findLatestPlacesOfAuthor } from './place-stories.js';

/** Number of the viewer's latest places: a searched place is probably near one of them. */
const MAX_NEAR = 10;

/** @throws AppError 404 for an unknown slug. */
export function requirePlace(slug: string): Place {
  const place = placeBySlug(slug);
  if (!place) throw notFound('Place not found');
  return place;
}

/** Names the city nearest to a town or village without a certain district: its state may have several of its name. */
function presentNear(place: Place): Pick<PlaceHit, 'near'> {
  if (place.district !== '' || !['town', 'village'].includes(place.kind)) return {};
  const city = nearestCity(place);
  return city ? { near: city.name } : {};
}

/** Creates the service that presents places of the gazetteer with the number of their stories. */
export function createPlaceService({ storyIndex }: { storyIndex: Pick<IndexSync, 'forRequest'> }) {
  /** Presents the matches of a query. @param stories - the index of the request, if it has read it. */
  async function presentMatches(
    matches: readonly Match[],
    stories: IndexReader = storyIndex.forRequest(),
  ): Promise<PlaceHit[]> {
    if (matches.length === 0) return [];
    const index = await stories.complete();
    return matches.map(({ place, matched }) => {
      const { otherNames: _otherNames, ...fields } = place;
      return {
        ...fields,
        ...presentNear(place),
        storyCount: countStoriesIn(index, place._id),
        matched,
      };
    });
  }

  const presentPlaces = (places: readonly Place[], stories?: IndexReader): Promise<PlaceHit[]> =>
    presentMatches(
      places.map((place) => ({ place, matched: place.name })),
      stories,
    );

  return {
    presentMatches,
    presentPlaces,

    /**
     * Presents places by their ids, in the given order. Ids that the gazetteer does not know are left out. While the
     * index is loading, their story counts may be too low.
     */
    presentByIds: (placeIds: readonly string[]): Promise<PlaceHit[]> =>
      presentPlaces(
        placeIds.flatMap((placeId) => placeById(placeId) ?? []),
        allowIncomplete(storyIndex.forRequest()),
      ),

    /**
     * Finds places by a name or its beginning, best first. Of places with the same name, those near places that the
     * viewer has written about and those with stories come first. An empty `q` finds none. With `guess` false, leaves
     * out places that only sound a little like `q`.
     */
    async search(
      { q, limit = PAGE_LENGTHS.places, guess = true }: PlaceSearchQuery & { guess?: boolean },
      viewerId: string,
      stories: IndexReader = storyIndex.forRequest(),
    ): Promise<PlaceHit[]> {
      const index = await stories.complete();
      const matches = findPlaces(q, {
        guess,
        near: findLatestPlacesOfAuthor(index, viewerId, MAX_NEAR),
        // An upper bound, which is enough for the order.
        storyCountOf: (placeId) => index.numbersByPlace(placeId).length,
        limit,
      });
      return presentMatches(matches, stories);
    },
  };
}
export type PlaceService = ReturnType<typeof createPlaceService>;
