import { runApiScript } from '../api-script.mjs';

/**
 * `npm run admin -- COMMAND USER`: administers one account. `npm run admin -- places`: lists stories without a place.
 *
 * @type {import('../run-command.mjs').Command}
 */
export function admin(context) {
  const { args } = context;
  // Printing the usage needs no database.
  const isComplete = args.length >= 2 || args[0] === 'places';
  const isHelp = !isComplete || args.some((arg) => arg === '--help' || arg === '-h');
  return runApiScript(context, 'admin', { needsDatabase: !isHelp });
}
