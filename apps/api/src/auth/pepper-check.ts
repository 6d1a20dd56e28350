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
 * Checks whether the stored passwords were hashed with this pepper. Without an earlier check or without users, stores
 * the check of this one.
 *
 * @returns a message for the operator, or null.
 */
export async function findPepperProblem(pepper: string): Promise<string | null> {
  const found = await PepperCheckModel.findById(CHECK_ID).lean();
  if (found?.check === computeCheck(pepper)) return null;
  if (!found || !(await UserModel.exists({}))) {
    await storePepperCheck(pepper);
    return null;
  }
  return (
    'PASSWORD_PEPPER, or the file secrets/password-pepper in DATA_DIR, is not the one of the stored passwords: nobody could ' +
    'sign in. Set the former one; each backup contains it. If it is lost, run npm run admin -- accept-pepper; every user ' +
    'then needs a new password.'
  );
}
