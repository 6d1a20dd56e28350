import { notAuthenticated } from '../http/app-error.js';
import { type UserDoc, UserModel } from './user.model.js';

type AccountSettings = Partial<Pick<UserDoc, 'appearOffline' | 'mutedNotifications'>>;

/** Reads these fields of the caller's account; all without any. @throws AppError 401 when it no longer exists. */
export async function requireOwnAccount<Field extends keyof UserDoc>(
  userId: string,
  ...fields: Field[]
): Promise<Pick<UserDoc, Field>> {
  const account = await UserModel.findById(userId).select(fields).lean<Pick<UserDoc, Field>>();
  if (!account) throw notAuthenticated();
  return account;
}

/** Changes settings of the caller. @throws AppError 401 when the account no longer exists. */
export async function updateOwnAccount(userId: string, settings: AccountSettings): Promise<void> {
  const { matchedCount } = await UserModel.updateOne({ _id: userId }, { $set: settings });
  if (matchedCount === 0) throw notAuthenticated();
}
