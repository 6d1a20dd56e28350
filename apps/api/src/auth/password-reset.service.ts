import { createHash, randomBytes } from 'node:crypto';
import { INVALID_RESET_LINK, type ResetPasswordInput } from '@safarnama/contracts';
import mongoose from 'mongoose';
import { badRequest } from '../http/app-error.js';
import { emailKey } from '../lib/email-key.js';
import { UserModel } from '../user/user.model.js';
import type { PasswordHasher } from './password.js';
import type { SessionService } from './session.service.js';

/** How long a link can be used: long enough to reach its person, short enough not to lie about. */
export const RESET_TTL_MS = 30 * 60 * 1000;
const SECRET_BYTES = 32;
const ID_BYTES = 12;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The person's id in front of the secret lets the link be found by its person, whose row alone decides. */
const userIdOf = (token: string) => Buffer.from(token, 'base64url').subarray(0, ID_BYTES).toString('hex');

/** The person whose living link has this token. */
const validLinkFilter = (token: string) => ({
  _id: userIdOf(token),
  'passwordReset.tokenHash': hashOf(token),
  'passwordReset.expiresAt': mongoose.trusted({ $gt: new Date() }),
});

const invalidLink = () => badRequest('reset_link_invalid', INVALID_RESET_LINK, 'token');

/**
 * Makes the token of a link by which a person sets a new password, once. An older one of theirs ends.
 *
 * @returns null when no account has this address.
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

export interface PasswordResetDeps {
  passwords: Pick<PasswordHasher, 'hash'>;
  sessions: Pick<SessionService, 'endAll'>;
}

export function createPasswordResetService({ passwords, sessions }: PasswordResetDeps) {
  return {
    /**
     * Sets a new password and ends every session. Nobody is signed in by it: the link alone does not open an account
     * whose address one does not know.
     *
     * @returns the person's id.
     * @throws AppError 400 when the link was used, has expired, was replaced, or never was.
     */
    async reset({ token, password }: ResetPasswordInput): Promise<string> {
      const startedAt = new Date();
      const userId = userIdOf(token);
      // Before the costly hash; of many that get past this at once one update matches.
      if (!(await UserModel.exists(validLinkFilter(token)))) throw invalidLink();
      const passwordHash = await passwords.hash(password);
      // Also before: should the process end in between, nobody stays signed in by the old password, and the link can
      // be used again. What began since is left alone: it may be the person's own, by a use of the link that won.
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
