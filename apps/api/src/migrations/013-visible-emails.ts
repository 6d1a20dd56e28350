import { cleanEmail } from '@safarnama/contracts';
import type { Types } from 'mongoose';
import { emailKey } from '../lib/email-key.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import { UserModel } from '../user/user.model.js';
import { type Migration, walkCollection } from './migration.js';

/**
 * Removes invisible characters from the addresses of accounts: sign-in removes them from the entered address. An
 * account stays as it is if another account already has the visible address.
 */
export const visibleEmails: Migration = {
  name: '013-visible-emails',
  isBackwardCompatible: true,
  count: () => UserModel.estimatedDocumentCount(),
  runBatch: (checkpoint) =>
    walkCollection<{ _id: Types.ObjectId; email: string }>({
      model: UserModel,
      fields: 'email',
      batchSize: 500,
      checkpoint,
      async handle(users) {
        let changed = 0;
        for (const { _id, email: stored } of users) {
          const email = cleanEmail(stored);
          if (email === stored) continue;
          try {
            await UserModel.updateOne(
              { _id },
              { $set: { email, emailKey: emailKey(email) } },
              { timestamps: false },
            );
            changed += 1;
          } catch (error) {
            if (!isDuplicateKeyError(error, 'emailKey')) throw error;
          }
        }
        return changed;
      },
    }),
};
