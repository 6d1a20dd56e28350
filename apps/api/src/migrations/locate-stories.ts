import mongoose, { type Types } from 'mongoose';
import { type PlaceFields, placeFieldsOfText } from '../place/story-place.js';
import { type PostDoc, PostModel } from '../post/post.model.js';
import { nextIndexedAt } from '../search/index-clock.js';
import { type Migration, walkCollection } from './migration.js';

type Located = Pick<PostDoc, 'blogLocation' | 'placeId'> & { _id: Types.ObjectId };

/**
 * A migration for when the gazetteer has learned names: gives each story without a place the one that its location names
 * beyond doubt. A place that the author has removed stays removed.
 *
 * @param isMistaken - whether a stored place was found by mistake; it is then replaced as well.
 */
export const locateStories = (
  name: string,
  isMistaken: (stored: string, named: string) => boolean = () => false,
): Migration => ({
  name,
  isBackwardCompatible: true,
  count: () => PostModel.estimatedDocumentCount(),
  runBatch: (checkpoint) =>
    walkCollection<Located>({
      model: PostModel,
      fields: 'blogLocation placeId',
      batchSize: 100,
      checkpoint,
      async handle(stories) {
        let changed = 0;
        for (const { _id, blogLocation, placeId } of stories) {
          // Null is the author's choice.
          if (placeId === null) continue;
          const place: Partial<PlaceFields> = placeFieldsOfText(blogLocation);
          if (!place.placeId || (placeId !== undefined && !isMistaken(placeId, place.placeId))) continue;
          // Matches only what was read: the author may have chosen a place since.
          const { modifiedCount } = await PostModel.updateOne(
            { _id, blogLocation, placeId: placeId ?? mongoose.trusted({ $exists: false }) },
            // The search filters by the place.
            { $set: { ...place, indexedAt: nextIndexedAt() } },
            { timestamps: false },
          );
          changed += modifiedCount;
        }
        return changed;
      },
    }),
});
