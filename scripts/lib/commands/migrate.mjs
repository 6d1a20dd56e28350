import { runApiScript } from '../api-script.mjs';
import { CommandError } from '../errors.mjs';

const HELP = `npm run migrate                  brings what is stored to the shape of this version, and waits for it
npm run migrate -- --status      says which migrations are through

The product does the same by itself, in the background, whenever it starts; both may run at once. More: docs/backup.md
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
  return runApiScript(context, 'migrate');
}
