import mongoose from 'mongoose';
import { isLoopbackHost, type Settings } from '../../src/config/env.js';
import { CommandError } from '../../src/lib/command.js';
import { emailKey } from '../../src/lib/email-key.js';
import { UserModel } from '../../src/user/user.model.js';
import { DEMO_USERS } from './users.js';

/**
 * Protects a site in use from accounts with a published password. A site with a database on this machine and without a
 * public address is accepted even if it has other users, who may have signed up to try the product.
 *
 * @throws CommandError for a public site, and for a database on another machine with users other than the demo users.
 */
export async function requireTrialSite(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  databaseHost = mongoose.connection.host,
): Promise<void> {
  const isPublic = publicUrl !== null && !isLoopbackHost(new URL(publicUrl).hostname);
  const isShared = !isLoopbackHost(databaseHost) && (await hasOtherUsers());
  if (!isPublic && !isShared) return;
  throw new CommandError(
    `${isPublic ? 'PUBLIC_URL is a public site' : 'This site has users already'}, and the password of the demo users is ` +
      'published: anybody could sign in as one of them. Nothing was added. To add them anyway: npm run seed -- --force',
  );
}

async function hasOtherUsers(): Promise<boolean> {
  const demoKeys = Object.values(DEMO_USERS).map(({ email }) => emailKey(email));
  return (await UserModel.exists({ emailKey: mongoose.trusted({ $nin: demoKeys }) })) !== null;
}
