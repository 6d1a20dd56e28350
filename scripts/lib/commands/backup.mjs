import { resolve } from 'node:path';
import { runArchiveCommand } from '../archive-command.mjs';
import { reuseOrOpenDatabase } from '../database.mjs';

const HELP = `npm run backup -- FILE [--force]     saves the whole site (documents and pictures) to one file
npm run backup -- FILE --verify      reads a backup from its beginning to its end and checks every hash

The product may run meanwhile. --force replaces a file that is there. The file holds private messages and the key of
the passwords: keep it where nobody else reads it. Exit codes: 0 saved; 1 not saved, nothing is left behind; 2 saved,
but the site itself has lost pictures; 130 interrupted. More: docs/backup.md
`;

/**
 * `npm run backup -- FILE`.
 *
 * @type {import('../run-command.mjs').Command}
 */
export function backup(context) {
  return runArchiveCommand(context, {
    name: 'backup',
    title: 'Saving',
    help: HELP,
    flags: ['force', 'verify'],
    findDatabase: (own, installed, flags) =>
      flags.includes('verify') ? undefined : reuseOrOpenDatabase(own, installed),
    // Where the command was given, which npm tells in INIT_CWD.
    toPath: (file) => resolve(context.env.INIT_CWD ?? process.cwd(), file),
  });
}
