import { runApiScript } from '../api-script.mjs';

/**
 * `npm run admin -- COMMAND USER`: administers one account.
 *
 * @type {import('../run-command.mjs').Command}
 */
export function admin(context) {
  const { args } = context;
  // Printing the usage needs no database.
  const isHelp = args.length < 2 || args.some((arg) => arg === '--help' || arg === '-h');
  return runApiScript(context, 'admin', { needsDatabase: !isHelp });
}
