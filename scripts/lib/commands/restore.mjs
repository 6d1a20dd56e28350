import { resolve } from 'node:path';
import { runArchiveCommand } from '../archive-command.mjs';
import { openDatabase } from '../database.mjs';
import { findRunningDatabase } from '../database-package.mjs';
import { CommandError } from '../errors.mjs';
import { resolveDataDir } from '../paths.mjs';

const HELP = `npm run restore -- FILE [--replace]     puts a backup into an empty site

Nothing is changed before all of FILE was read and found whole. The product must not run meanwhile. --replace deletes
everything that is there first: people, stories, messages, sessions. Exit codes: 0 restored; 1 not restored; 130
interrupted: run it again. More: docs/backup.md
`;

/**
 * `npm run restore -- FILE`.
 *
 * @type {import('../run-command.mjs').Command}
 */
export function restore(context) {
  return runArchiveCommand(context, {
    name: 'restore',
    title: 'Restoring',
    help: HELP,
    flags: ['replace'],
    async findDatabase(own, installed) {
      const dataDir = resolveDataDir(own.env);
      const isRunning = !own.env.MONGODB_URI?.trim() && (await findRunningDatabase(dataDir)) !== null;
      if (isRunning) {
        throw new CommandError(
          `The product runs on ${dataDir}. Stop it first: nothing may be written while a backup is put in its place.`,
        );
      }
      return openDatabase(own, installed);
    },
    toPath: (file) => resolve(context.env.INIT_CWD ?? process.cwd(), file),
  });
}
