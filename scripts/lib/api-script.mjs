import { reuseOrOpenDatabase } from './database.mjs';
import { withDotEnv } from './environment.mjs';
import { installPackages } from './install.mjs';
import { resolveDataDir } from './paths.mjs';
import { build } from './turbo.mjs';

/** @typedef {import('./run-command.mjs').Context} Context */

/**
 * Installs and builds what a script of the API needs, and finds its database.
 *
 * @param {Context} baseContext
 * @param {(context: Context, installed: Promise<unknown>) => Promise<string> | undefined} findDatabase - its URI, where
 *   one is needed.
 * @returns {Promise<{ context: Context, env: import('./environment.mjs').Environment }>} `env` is the script's.
 */
export async function prepareApiScript(baseContext, findDatabase) {
  const context = { ...baseContext, env: withDotEnv(baseContext.env) };
  const installed = installPackages(context);
  // It runs from its sources: of what is built it needs the contracts alone.
  const built = installed.then((env) => build({ ...context, env }, ['@safarnama/contracts']));
  const [env, uri] = await Promise.all([installed, findDatabase(context, installed), built]);
  return {
    context,
    env: {
      ...env,
      ...(uri === undefined ? {} : { MONGODB_URI: uri }),
      DATA_DIR: resolveDataDir(context.env),
    },
  };
}

/**
 * Runs a script of the API's package with the arguments of the command. The product may run meanwhile: its database is
 * borrowed then.
 *
 * @param {Context} baseContext
 * @param {string} script - its name in apps/api/package.json.
 * @param {{ needsDatabase?: boolean }} [options]
 * @returns {Promise<number>} its exit code.
 */
export async function runApiScript(baseContext, script, { needsDatabase = true } = {}) {
  const { context, env } = await prepareApiScript(baseContext, (own, installed) =>
    needsDatabase ? reuseOrOpenDatabase(own, installed) : undefined,
  );
  const { code } = await context.session.run({
    command: 'pnpm',
    args: ['--silent', '--filter', '@safarnama/api', 'run', script, ...context.args],
    env,
  });
  return code ?? 1;
}
