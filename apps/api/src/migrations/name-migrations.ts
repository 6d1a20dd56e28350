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
const storeNamesAgain = (name: string): Migration => ({
  name,
  isBackwardCompatible: true,
  count: () => UserModel.estimatedDocumentCount(),
  runBatch: storeNames,
});

/** Updates names after the phonetic key of words of one consonant has changed: ओम, om. */
export const nameSounds = storeNamesAgain('008-name-sounds');

/**
 * Contacts are also found by the parts of a word around an apostrophe, and by how Bengali names are spoken. An older
 * version of the product finds new contacts by their position in the list only.
 */
export const nameWords = storeNamesAgain('010-name-words');

/**
 * Names with ड़ are also found with d, as खड़से by Khadse, and names in Devanagari that end in -ah by their spelling in
 * Latin letters.
 */
export const nameReadings = storeNamesAgain('017-name-readings');
