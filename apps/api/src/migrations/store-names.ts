import type { Types } from 'mongoose';
import { buildNameSearch } from '../user/name-search.js';
import { UserModel } from '../user/user.model.js';
import { type BatchResult, type Migration, walkCollection } from './migration.js';

/** One batch of a migration that stores the searched forms of names where they differ from the current ones. */
export function storeNames(checkpoint: unknown): Promise<BatchResult> {
  return walkCollection<{ _id: Types.ObjectId; fullName: string; nameSearch?: string[] }>({
    model: UserModel,
    fields: 'fullName nameSearch',
    batchSize: 200,
    checkpoint,
    async handle(users) {
      let changed = 0;
      for (const { _id, fullName, nameSearch } of users) {
        const forms = buildNameSearch(fullName);
        if (forms.join() === nameSearch?.join()) continue;
        // Matches only the name that was read: a concurrent change has stored its own forms.
        const { modifiedCount } = await UserModel.updateOne(
          { _id, fullName },
          { $set: { nameSearch: forms } },
          { timestamps: false },
        );
        changed += modifiedCount;
      }
      return changed;
    },
  });
}

/** A migration for when the searched forms of names have changed. */
export const storeNamesAgain = (name: string): Migration => ({
  name,
  isBackwardCompatible: true,
  count: () => UserModel.estimatedDocumentCount(),
  runBatch: storeNames,
});
