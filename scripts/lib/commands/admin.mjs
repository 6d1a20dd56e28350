import { runApiScript } from '../api-script.mjs';
import { openExistingDatabase } from '../database.mjs';

/**
 * `npm run admin -- COMMAND USER`: administers one account. `npm run admin -- places`: lists stories without a place.
 * `npm run admin -- accept-pepper`: lets the product start with another pepper.
 *
 * @type {import('../run-command.mjs').Command}
 */
export function admin(context) {
  const { args } = context;
  // Printing the usage needs no database.
  const isComplete = args.length >= 2 || args[0] === 'places' || args[0] === 'accept-pepper';
  const isHelp = !isComplete || args.some((arg) => arg === '--help' || arg === '-h');
  return runApiScript(context, 'admin', isHelp ? () => undefined : openExistingDatabase);
}
