import { runApiScript } from '../api-script.mjs';
import { openExistingDatabase } from '../database.mjs';

export const MIGRATE_HELP = `npm run migrate                  migrates stored data to the shape of this version, and waits for completion
npm run migrate -- --status      lists which migrations have completed
npm run migrate -- --repeat      runs them again, for what an older version has written since

The product runs the same migrations in the background after every start; both may run at once. More: docs/backup.md
`;

/**
 * `npm run migrate`.
 *
 * @type {import('../run-command.mjs').Command}
 */
export function migrate(context) {
  return runApiScript(context, 'migrate', openExistingDatabase);
}
