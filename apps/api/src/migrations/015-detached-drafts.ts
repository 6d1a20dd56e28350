import mongoose, { type Types } from 'mongoose';
import { DraftModel } from '../draft/draft.model.js';
import { DeletedPostModel } from '../post/deleted-post.model.js';
import { PostModel } from '../post/post.model.js';
import { type Migration, walkCollection } from './migration.js';

/** Finds which of these stories exist, also deleted and unpublished ones. */
async function findExisting(ids: readonly Types.ObjectId[]): Promise<ReadonlySet<string>> {
  const filter = { _id: mongoose.trusted({ $in: [...ids] }) };
  const published = await PostModel.distinct('_id', filter);
  const hidden = await DeletedPostModel.distinct('_id', filter);
  // Finds the stories that returned between the first two reads.
  const returned = await PostModel.distinct('_id', filter);
  return new Set([...published, ...hidden, ...returned].map(String));
}

/** Turns drafts that edit a story that was removed for good, which earlier versions left, into new stories' drafts. */
export const detachedDrafts: Migration = {
  name: '015-detached-drafts',
  isBackwardCompatible: true,
  count: () => DraftModel.estimatedDocumentCount(),
  runBatch: (checkpoint) =>
    walkCollection<{ _id: Types.ObjectId; postId?: Types.ObjectId | null }>({
      model: DraftModel,
      fields: 'postId',
      batchSize: 500,
      checkpoint,
      async handle(drafts) {
        const postIds = drafts.flatMap(({ postId }) => postId ?? []);
        if (postIds.length === 0) return 0;
        const existing = await findExisting(postIds);
        const removed = postIds.filter((postId) => !existing.has(postId.toHexString()));
        const { modifiedCount } = await DraftModel.updateMany(
          {
            _id: mongoose.trusted({ $in: drafts.map(({ _id }) => _id) }),
            postId: mongoose.trusted({ $in: removed }),
          },
          { $set: { postId: null, baseVersion: null } },
          { timestamps: false },
        );
        return modifiedCount;
      },
    }),
};
