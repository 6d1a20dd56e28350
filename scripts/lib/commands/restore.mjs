import { runArchiveCommand } from '../archive-command.mjs';
import { findDatabaseOfProduct, openDatabase } from '../database.mjs';
import { CommandError } from '../errors.mjs';
import { resolveDataDir } from '../paths.mjs';
import { readUsage } from '../usage.mjs';

export const RESTORE_HELP = readUsage('restore');

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
