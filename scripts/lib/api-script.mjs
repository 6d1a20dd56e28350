import { withDotEnv } from './environment.mjs';
import { runPackageScript } from './package-script.mjs';
import { resolveDataDir } from './paths.mjs';
import { prepare } from './prepare.mjs';

/** @typedef {import('./run-command.mjs').Context} Context */

/**
 * Installs and builds what a script of the API needs, and finds its database.
 *
 * @param {Context} baseContext
 * @param {(context: Context, installed: Promise<unknown>) => Promise<string> | undefined} findDatabase - returns the
 *   database URI, or undefined when the script needs no database.
 * @returns {Promise<Context>} with the script's environment.
 */
export async function prepareApiScript(baseContext, findDatabase) {
  const context = { ...baseContext, env: withDotEnv(baseContext.env) };
  // Scripts run from source and need only the packages that the API depends on.
  const { env, uri } = await prepare(context, findDatabase, ['@safarnama/api^...']);
  const databaseEnv = uri === undefined ? {} : { MONGODB_URI: uri };
  return { ...context, env: { ...env, ...databaseEnv, DATA_DIR: resolveDataDir(context.env) } };
}

/**
 * Runs a script of the API's package with the arguments of the command.
 *
 * @param {Context} baseContext
 * @param {string} script - its name in apps/api/package.json.
 * @param {Parameters<typeof prepareApiScript>[1]} findDatabase
 * @returns {Promise<number>} the exit code.
 */
export async function runApiScript(baseContext, script, findDatabase) {
  const context = await prepareApiScript(baseContext, findDatabase);
  return runPackageScript(context, 'api', [script]);
}
