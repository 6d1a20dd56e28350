import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findRunningDatabase, startDatabase } from './database-package.mjs';
import { CommandError } from './errors.mjs';
import { resolveDataDir } from './paths.mjs';

/** @typedef {import('./run-command.mjs').Context} Context */

/**
 * Starts the embedded database, unless MONGODB_URI is set.
 *
 * @param {Context} context
 * @param {Promise<unknown>} dependenciesReady - settles when the packages are installed.
 * @returns {Promise<string>} the database URI.
 * @throws {Error} a DatabaseError with a message for the user.
 */
export async function openDatabase({ env, progress, session }, dependenciesReady) {
  const configuredUri = env.MONGODB_URI?.trim();
  if (configuredUri) return configuredUri;

  const step = progress.step('Starting the database');
  let isStarting = true;
  const starting = startDatabase({
    dataDir: resolveDataDir(env),
    env,
    dependenciesReady,
    signal: session.signal,
    onProgress: (text) => (isStarting ? step.update(text.replace(/…$/, '')) : progress.line(text)),
  });
  // Also stops a database that is still starting when the command ends.
  session.defer(async () => (await starting.catch(() => undefined))?.stop());
  try {
    const { uri, reason } = await starting;
    step.done('The database is running');
    progress.line(reason);
    return uri;
  } catch (error) {
    if (!session.signal.aborted) step.fail();
    throw error;
  } finally {
    isStarting = false;
  }
}

/**
 * Finds the database of a product that is running on the data folder; waits for one that is starting.
 *
 * @param {Context} context
 * @returns {Promise<string | null>} the database URI, or null when there is none.
 */
export function findDatabaseOfProduct({ env, progress, session }) {
  return findRunningDatabase(resolveDataDir(env), {
    onWait: ({ pid }) =>
      progress.line(`Process ${pid} is starting or stopping the database; waiting for it…`),
    signal: session.signal,
  });
}

/**
 * Like `openDatabase`, but uses the database of a product that is running on the same data folder.
 *
 * @param {Context} context
 * @param {Promise<unknown>} dependenciesReady
 * @returns {Promise<string>} the database URI.
 */
export async function reuseOrOpenDatabase(context, dependenciesReady) {
  if (context.env.MONGODB_URI?.trim()) return openDatabase(context, dependenciesReady);
  const running = await findDatabaseOfProduct(context);
  return running ?? openDatabase(context, dependenciesReady);
}

/**
 * Like `reuseOrOpenDatabase`, but rejects a data folder without a database, where an empty site would be created:
 * usually MONGODB_URI or DATA_DIR of the product is missing in the environment of the command.
 *
 * @param {Context} context
 * @param {Promise<unknown>} dependenciesReady
 * @returns {Promise<string>} the database URI.
 * @throws {CommandError} when there is no site.
 */
export async function openExistingDatabase(context, dependenciesReady) {
  const dataDir = resolveDataDir(context.env);
  if (!context.env.MONGODB_URI?.trim() && !existsSync(join(dataDir, 'db'))) {
    throw new CommandError(
      `There is no site in ${dataDir}. Set MONGODB_URI or DATA_DIR as for the product, in .env or in the shell.`,
    );
  }
  return reuseOrOpenDatabase(context, dependenciesReady);
}
