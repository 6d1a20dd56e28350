import mongoose from 'mongoose';
import type { Settings } from '../../src/config/env.js';
import { CommandError } from '../../src/lib/command.js';
import { emailKey } from '../../src/lib/email-key.js';
import { UserModel } from '../../src/user/user.model.js';
import { DEMO_USERS } from './users.js';

/**
 * Protects a site in use from accounts with a published password.
 *
 * @throws CommandError for a public site, and for one with users other than the demo users.
 */
export async function requireTrialSite({ publicUrl }: Pick<Settings, 'publicUrl'>): Promise<void> {
  const demoKeys = Object.values(DEMO_USERS).map(({ email }) => emailKey(email));
  const isPublic = publicUrl?.startsWith('https:') === true;
  if (!isPublic && !(await UserModel.exists({ emailKey: mongoose.trusted({ $nin: demoKeys }) }))) return;
  throw new CommandError(
    `${isPublic ? 'PUBLIC_URL is a public site' : 'This site has users already'}, and the password of the demo users is ` +
      'published: anybody could sign in as one of them. Nothing was added. To add them anyway: npm run seed -- --force',
  );
}
