import { runArchiveCommand } from '../archive-command.mjs';
import { openExistingDatabase } from '../database.mjs';
import { readUsage } from '../usage.mjs';

export const BACKUP_HELP = readUsage('backup');

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
