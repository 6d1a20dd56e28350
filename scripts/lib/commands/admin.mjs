import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runApiScript } from '../api-script.mjs';
import { openExistingDatabase } from '../database.mjs';
import { CommandError } from '../errors.mjs';
import { ROOT } from '../paths.mjs';

/** What the API's program prints, too. */
export const ADMIN_HELP = readFileSync(join(ROOT, 'apps/api/admin-usage.txt'), 'utf8');

/**
 * `npm run admin -- COMMAND USER`: administers one account. `npm run admin -- places`: lists stories without a place.
 * `npm run admin -- accept-pepper`: lets the product start with another pepper.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function admin(context) {
  const { args } = context;
  const isComplete = args.length >= 2 || args[0] === 'places' || args[0] === 'accept-pepper';
  if (!isComplete) throw new CommandError(ADMIN_HELP.trimEnd());
  return runApiScript(context, 'admin', openExistingDatabase);
}
