import { scryptSync } from 'node:crypto';
import { model, Schema } from 'mongoose';
import { UserModel } from '../user/user.model.js';

const CHECK_ID = 'pepper';

const pepperCheckSchema = new Schema({
  _id: { type: String, required: true },
  check: { type: String, required: true },
});

/** Identifies the pepper of the stored passwords; a single document. */
export const PepperCheckModel = model('PepperCheck', pepperCheckSchema);

/** A slow hash, since a pepper that was chosen by a person could be guessed. */
const computeCheck = (pepper: string) =>
  scryptSync(pepper, 'safarnama pepper check', 32).toString('base64url');

/** Stores that the passwords of this database belong to this pepper. */
export async function storePepperCheck(pepper: string): Promise<void> {
  await PepperCheckModel.updateOne({ _id: CHECK_ID }, { check: computeCheck(pepper) }, { upsert: true });
}

/** Lets the next start store its pepper as the right one. */
export async function forgetPepperCheck(): Promise<void> {
  await PepperCheckModel.deleteOne({ _id: CHECK_ID });
}

/**
 * Whether the stored passwords were hashed with this pepper. Also true while that is unknown: without an earlier check
 * or without users.
 */
export async function matchesStoredPasswords(pepper: string): Promise<boolean> {
  const found = await PepperCheckModel.findById(CHECK_ID).lean();
  return !found || found.check === computeCheck(pepper) || !(await UserModel.exists({}));
}

/**
 * Checks whether the stored passwords were hashed with this pepper, and stores its check if they were or if that is
 * unknown.
 *
 * @returns a message for the operator, or null.
 */
export async function checkPepper(pepper: string): Promise<string | null> {
  if (await matchesStoredPasswords(pepper)) {
    await storePepperCheck(pepper);
    return null;
  }
  return (
    'PASSWORD_PEPPER, or the file secrets/password-pepper in DATA_DIR, is not the one of the stored passwords: nobody could ' +
    'sign in. Set the former one; each backup contains it. If it is lost, run "npm run admin -- accept-pepper", or ' +
    '"node apps/api/dist/admin.js accept-pepper" without npm; every user then needs a new password.'
  );
}
