import { runApiScript } from '../api-script.mjs';
import { openExistingDatabase } from '../database.mjs';
import { readUsage } from '../usage.mjs';

export const MIGRATE_HELP = readUsage('migrate');

/**
 * `npm run migrate`.
 *
 * @type {import('../run-command.mjs').Command}
 */
export function migrate(context) {
  return runApiScript(context, 'migrate', openExistingDatabase);
}
