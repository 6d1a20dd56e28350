import type { Types } from 'mongoose';
import { placeFieldsOf } from '../place/story-place.js';
import { type PostDoc, PostModel } from '../post/post.model.js';
import { nextIndexedAt } from '../search/index-clock.js';
import { type Migration, walkCollection } from './migration.js';

type Placed = Pick<PostDoc, 'placeId' | 'placeIds'> & { _id: Types.ObjectId };

/**
 * A migration for when districts were corrected, or places that the gazetteer had twice were merged: stores the current id of
 * the place of each story, and the current ones of what it lies in.
 */
export const correctPlaces = (name: string): Migration => ({
  name,
  isBackwardCompatible: true,
  count: () => PostModel.estimatedDocumentCount(),
  runBatch: (checkpoint) =>
    walkCollection<Placed>({
      model: PostModel,
      fields: 'placeId placeIds',
      batchSize: 100,
      checkpoint,
      async handle(stories) {
        let changed = 0;
        for (const { _id, placeId, placeIds } of stories) {
          if (!placeId) continue;
          const place = placeFieldsOf(placeId);
          if (place.placeIds?.join() === placeIds?.join()) continue;
          // Matches only what was read: the author may have chosen another place since.
          const { modifiedCount } = await PostModel.updateOne(
            { _id, placeId },
            // Search and counts of places read the story again.
            { $set: { ...place, indexedAt: nextIndexedAt() } },
            { timestamps: false },
          );
          changed += modifiedCount;
        }
        return changed;
      },
    }),
});
