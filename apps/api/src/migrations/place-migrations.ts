import mongoose, { type Types } from 'mongoose';
import { findPlaceFields, getPlaceFields, type PlaceFields } from '../place/story-place.js';
import { type PostDoc, PostModel } from '../post/post.model.js';
import { nextIndexedAt } from '../search/index-clock.js';
import { type Migration, walkCollection } from './migration.js';

const INDI = 'gn-1269751';
const INDIA = 'sf-india';

type PlacedStory = Pick<PostDoc, 'blogLocation' | 'placeId' | 'placeIds'> & { _id: Types.ObjectId };

interface PlaceChange {
  place: Partial<PlaceFields>;
  /** Filter for the fields that the place depends on: a story whose author has changed them since stays as it is. */
  unchanged: Record<string, unknown>;
}

/**
 * Creates a migration that changes the places of stories.
 *
 * @param findChange - returns null for a story that keeps its place.
 */
const createPlaceMigration = (
  name: string,
  findChange: (story: PlacedStory) => PlaceChange | null,
): Migration => ({
  name,
  isBackwardCompatible: true,
  count: () => PostModel.estimatedDocumentCount(),
  runBatch: (checkpoint) =>
    walkCollection<PlacedStory>({
      model: PostModel,
      fields: 'blogLocation placeId placeIds',
      batchSize: 100,
      checkpoint,
      async handle(stories) {
        let changed = 0;
        for (const story of stories) {
          const change = findChange(story);
          if (!change) continue;
          const { modifiedCount } = await PostModel.updateOne(
            { _id: story._id, ...change.unchanged },
            // `indexedAt` makes the search index and the counts of places read the story again.
            { $set: { ...change.place, indexedAt: nextIndexedAt() } },
            { timestamps: false },
          );
          changed += modifiedCount;
        }
        return changed;
      },
    }),
});

/**
 * A migration for when names were added to the gazetteer: gives each story without a place the place that its location
 * names unambiguously. A place that the author has removed stays removed.
 *
 * @param isMistaken - whether a stored place was found by mistake; it is then replaced as well.
 */
const locateStories = (
  name: string,
  isMistaken: (stored: string, named: string) => boolean = () => false,
): Migration =>
  createPlaceMigration(name, ({ blogLocation, placeId }) => {
    // Null is the author's choice.
    if (placeId === null) return null;
    const place = findPlaceFields(blogLocation);
    if (!place.placeId || (placeId !== undefined && !isMistaken(placeId, place.placeId))) return null;
    const unchanged = { blogLocation, placeId: placeId ?? mongoose.trusted({ $exists: false }) };
    return { place, unchanged };
  });

/**
 * A migration for when districts were corrected, or places that the gazetteer had twice were merged: stores the current
 * id of the place of each story, and those of the places that contain it.
 */
const correctPlaces = (name: string): Migration =>
  createPlaceMigration(name, ({ placeId, placeIds }) => {
    if (!placeId) return null;
    const place = getPlaceFields(placeId);
    return place.placeIds?.join() === placeIds?.join() ? null : { place, unchanged: { placeId } };
  });

/** Gives stories from before the gazetteer the place that their location names. */
export const storyPlaces = locateStories('005-story-places');

/** Updates stories after districts were corrected, and places that the gazetteer had twice were merged. */
export const correctedPlaces = correctPlaces('006-corrected-places');

/** Updates stories after districts that the gazetteer lacked were added, and the districts of places corrected. */
export const placesInNewDistricts = correctPlaces('007-places-in-new-districts');

/** Updates stories whose town was listed twice, in two spellings, or whose state or district was corrected. */
export const mergedTowns = correctPlaces('009-merged-towns');

/**
 * The gazetteer now has the names of the states and the country in all scripts. Before, India in another script was
 * mistaken for the town of Indi, which sounds similar.
 */
export const namesOfStates = locateStories(
  '011-names-of-states',
  (stored, named) => stored === INDI && named === INDIA,
);

/**
 * A state is now preferred to a town elsewhere that has its name: బీహార్ is Bihar, not Baihar, and named no place
 * before.
 */
export const statesBeforeTowns = locateStories('014-states-before-towns');

/** '&' and the Hindi words for it are now read as 'and': 'Port Blair, Andaman & Nicobar' named no place before. */
export const placesWithAnd = locateStories('016-places-with-and');
