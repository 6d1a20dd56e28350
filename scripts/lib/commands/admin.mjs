import { runApiScript } from '../api-script.mjs';
import { openExistingDatabase } from '../database.mjs';
import { CommandError } from '../errors.mjs';
import { readUsage } from '../usage.mjs';

export const ADMIN_HELP = readUsage('admin');

/**
 * `npm run admin -- COMMAND ACCOUNT`: administers one account. `npm run admin -- places`: lists stories without a
 * place. `npm run admin -- accept-pepper`: lets the product start with another pepper.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function admin(context) {
  if (context.args.length === 0) throw new CommandError(ADMIN_HELP.trimEnd());
  return runApiScript(context, 'admin', openExistingDatabase);
}
