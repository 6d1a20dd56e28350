import { runArchiveCommand } from '../archive-command.mjs';
import { openExistingDatabase } from '../database.mjs';

export const BACKUP_HELP = `npm run backup -- FILE [--force]     saves the whole site (documents and pictures) to one file
npm run backup -- FILE --verify      reads a whole backup and checks every hash

The product may be running. --force replaces an existing file. The file contains private messages and the password
pepper: store it where nobody else can read it. Exit codes: 0 saved; 1 not saved, with nothing left behind; 2 saved, but
the site itself has lost pictures; 130 interrupted. More: docs/backup.md
`;

/**
 * `npm run backup -- FILE`.
 *
 * @type {import('../run-command.mjs').Command}
 */
export function backup(baseContext) {
  return runArchiveCommand(baseContext, {
    name: 'backup',
    title: 'Saving',
    help: BACKUP_HELP,
    flags: ['force', 'verify'],
    findDatabase: (context, installed, flags) =>
      flags.includes('verify') ? undefined : openExistingDatabase(context, installed),
  });
}
