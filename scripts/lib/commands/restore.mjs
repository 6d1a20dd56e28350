import { runArchiveCommand } from '../archive-command.mjs';
import { findDatabaseOfProduct, openDatabase } from '../database.mjs';
import { CommandError } from '../errors.mjs';
import { resolveDataDir } from '../paths.mjs';

export const RESTORE_HELP = `npm run restore -- FILE [--replace]     restores a backup into an empty site

Nothing is changed before the whole file has been read and verified. The product must not be running. --replace first
deletes all existing data: users, stories, messages, sessions. Exit codes: 0 restored; 1 not restored; 2 restored, but
a migration has failed; 130 interrupted: run it again. Once it has printed "Restored", only migrations are left, which
the product also runs. More: docs/backup.md
`;

/**
 * `npm run restore -- FILE`.
 *
 * @type {import('../run-command.mjs').Command}
 */
export function restore(baseContext) {
  return runArchiveCommand(baseContext, {
    name: 'restore',
    title: 'Restoring',
    help: RESTORE_HELP,
    flags: ['replace'],
    async findDatabase(context, installed) {
      const dataDir = resolveDataDir(context.env);
      const isRunning = !context.env.MONGODB_URI?.trim() && (await findDatabaseOfProduct(context)) !== null;
      if (isRunning) {
        throw new CommandError(
          `The product is running on ${dataDir}. Stop it first: nothing may write during a restore.`,
        );
      }
      return openDatabase(context, installed);
    },
  });
}
