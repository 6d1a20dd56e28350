import type { Types } from 'mongoose';
import type { PlaceFields } from '../place/story-place.js';
import { type PostDoc, PostModel } from '../post/post.model.js';
import { nextIndexedAt } from '../search/index-clock.js';
import { type Migration, walkCollection } from './migration.js';

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
export const createPlaceMigration = (
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
