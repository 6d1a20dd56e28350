import mongoose, { type Types } from 'mongoose';
import { placeFieldsOfText } from '../place/story-place.js';
import { type PostDoc, PostModel } from '../post/post.model.js';
import { nextIndexedAt } from '../search/index-clock.js';
import { type Migration, walkCollection } from './migration.js';

type Located = Pick<PostDoc, 'blogLocation' | 'placeId'> & { _id: Types.ObjectId };

/** Gives stories from before the gazetteer the place that their location names, if it names one beyond doubt. */
export const storyPlaces: Migration = {
  name: '005-story-places',
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
          const place = placeId === undefined ? placeFieldsOfText(blogLocation) : {};
          if (!place.placeId) continue;
          // Matches only what was read: the author may have chosen a place since.
          const { modifiedCount } = await PostModel.updateOne(
            { _id, blogLocation, placeId: mongoose.trusted({ $exists: false }) },
            // The search filters by the place.
            { $set: { ...place, indexedAt: nextIndexedAt() } },
            { timestamps: false },
          );
          changed += modifiedCount;
        }
        return changed;
      },
    }),
};
