import { DraftModel } from '../draft/draft.model.js';
import { PostModel } from '../post/post.model.js';
import { LikeModel } from '../post/reaction.model.js';
import { UserModel } from '../user/user.model.js';
import type { Migration } from './migration.js';

/** Indexes of former versions that no query uses, by their names. Each costs memory, and time in each write. */
const REPLACED_INDEXES = [
  [DraftModel, 'publishAt_1'],
  [LikeModel, 'postId_1'],
  [PostModel, 'searchTokens_1'],
  [PostModel, 'visibility_1_createdAt_-1__id_-1'],
  [UserModel, 'nameTokens_1'],
] as const;

/** Drops indexes that others have replaced. */
export const replacedIndexes: Migration = {
  name: '012-replaced-indexes',
  // An older version creates its indexes again when it starts.
  isBackwardCompatible: true,
  // It processes no documents.
  count: () => Promise.resolve(0),
  async runBatch() {
    let changed = 0;
    for (const [{ collection }, index] of REPLACED_INDEXES) {
      if (!(await collection.indexExists(index))) continue;
      await collection.dropIndex(index);
      changed += 1;
    }
    return { checkpoint: null, seen: 0, changed };
  },
};
