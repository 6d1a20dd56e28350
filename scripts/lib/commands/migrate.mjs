import { runApiScript } from '../api-script.mjs';
import { openExistingDatabase } from '../database.mjs';
import { CommandError } from '../errors.mjs';

const HELP = `npm run migrate                  migrates stored data to the shape of this version, and waits for completion
npm run migrate -- --status      lists which migrations have completed

The product runs the same migrations in the background after every start; both may run at once. More: docs/backup.md
`;

/**
 * `npm run migrate`.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function migrate(context) {
  const { args } = context;
  if (args.includes('--help')) {
    process.stdout.write(HELP);
    return 0;
  }
  if (args.some((arg) => arg !== '--status')) throw new CommandError(HELP.trimEnd());
  return runApiScript(context, 'migrate', openExistingDatabase);
}
