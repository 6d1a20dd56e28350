import { borrowOrOpenDatabase } from './database.mjs';
import { withDotEnv } from './environment.mjs';
import { installPackages } from './install.mjs';
import { dataDirOf } from './paths.mjs';
import { build } from './turbo.mjs';

/** @typedef {import('./run-command.mjs').Context} Context */

/**
 * Runs a script of the API's package with the arguments of the command. The product may run meanwhile: its database is
 * borrowed then.
 *
 * @param {Context} given
 * @param {string} script - its name in apps/api/package.json.
 * @param {{ needsDatabase?: boolean }} [options]
 * @returns {Promise<number>} its exit code.
 */
export async function runApiScript(given, script, { needsDatabase = true } = {}) {
  const context = { ...given, env: withDotEnv(given.env) };
  const installed = installPackages(context);
  // It runs from its sources: of what is built it needs the contracts alone.
  const built = installed.then((env) => build({ ...context, env }, ['@safarnama/contracts']));
  const opening = needsDatabase ? borrowOrOpenDatabase(context, installed) : undefined;
  const [env, uri] = await Promise.all([installed, opening, built]);
  const { code } = await context.session.run({
    command: 'pnpm',
    args: ['--silent', '--filter', '@safarnama/api', 'run', script, ...context.args],
    env: { ...env, ...(uri === undefined ? {} : { MONGODB_URI: uri }), DATA_DIR: dataDirOf(context.env) },
  });
  return code ?? 1;
}
