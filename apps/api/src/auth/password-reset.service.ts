import { createHash, randomBytes } from 'node:crypto';
import { INVALID_RESET_LINK, type ResetPasswordInput } from '@safarnama/contracts';
import mongoose from 'mongoose';
import { badRequest } from '../http/app-error.js';
import { emailKey } from '../lib/email-key.js';
import { UserModel } from '../user/user.model.js';
import type { PasswordHasher } from './password.js';
import type { SessionService } from './session.service.js';

/** Lifetime of a link: long enough to pass it on to the user, short because it gives access to the account. */
export const RESET_TTL_MS = 30 * 60 * 1000;
const SECRET_BYTES = 32;
const ID_BYTES = 12;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** A token begins with the user id, so that it is looked up by user and not by secret. */
const userIdOf = (token: string) => Buffer.from(token, 'base64url').subarray(0, ID_BYTES).toString('hex');

/** Filter for the user whose unexpired link has this token. */
const validLinkFilter = (token: string) => ({
  _id: userIdOf(token),
  'passwordReset.tokenHash': hashOf(token),
  'passwordReset.expiresAt': mongoose.trusted({ $gt: new Date() }),
});

const invalidLink = () => badRequest('reset_link_invalid', INVALID_RESET_LINK, 'token');

/**
 * Creates a one-time token that lets a user set a new password. It replaces an earlier token.
 *
 * @returns null for an unknown address.
 */
export async function issueResetToken(
  email: string,
): Promise<{ userId: string; token: string; expiresAt: Date } | null> {
  const user = await UserModel.findOne({ emailKey: emailKey(email) })
    .select('_id')
    .lean();
  if (!user) return null;
  const token = Buffer.concat([user._id.id, randomBytes(SECRET_BYTES)]).toString('base64url');
  const expiresAt = new Date(Date.now() + RESET_TTL_MS);
  const passwordReset = { tokenHash: hashOf(token), expiresAt };
  const { matchedCount } = await UserModel.updateOne({ _id: user._id }, { $set: { passwordReset } });
  return matchedCount === 0 ? null : { userId: user._id.toHexString(), token, expiresAt };
}

interface PasswordResetDeps {
  passwords: Pick<PasswordHasher, 'hash'>;
  sessions: Pick<SessionService, 'endAll'>;
}

export function createPasswordResetService({ passwords, sessions }: PasswordResetDeps) {
  return {
    /**
     * Sets a new password and ends every session. Does not sign the user in, because whoever has only the link must not
     * learn the email address of the account.
     *
     * @returns the id of the user.
     * @throws AppError 400 when the link was used, has expired, was replaced or never existed.
     */
    async reset({ token, password }: ResetPasswordInput): Promise<string> {
      const startedAt = new Date();
      const userId = userIdOf(token);
      // Avoids the expensive hash for an invalid link. Several concurrent requests may pass this check, but only one of
      // their updates matches.
      if (!(await UserModel.exists(validLinkFilter(token)))) throw invalidLink();
      const passwordHash = await passwords.hash(password);
      // Ends sessions before the update as well: if the process dies in between, no session of the old password is left
      // and the link still works. Sessions that started later stay: a concurrent request may have used the link first,
      // and the user may have signed in with the new password.
      await sessions.endAll(userId, startedAt);
      const { matchedCount } = await UserModel.updateOne(validLinkFilter(token), {
        $set: { passwordHash },
        $unset: { passwordReset: 1 },
      });
      if (matchedCount === 0) throw invalidLink();
      await sessions.endAll(userId);
      return userId;
    },
  };
}
export type PasswordResetService = ReturnType<typeof createPasswordResetService>;
