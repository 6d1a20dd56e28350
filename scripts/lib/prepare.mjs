import { withPackages } from './install.mjs';
import { build } from './turbo.mjs';

/** @typedef {import('./run-command.mjs').Context} Context */
/** @typedef {import('./environment.mjs').Environment} Environment */

/**
 * Installs the packages and builds, and finds the database meanwhile.
 *
 * @template {string | undefined} Uri
 * @param {Context} context
 * @param {(context: Context, installed: Promise<unknown>) => Promise<Uri> | Uri} findDatabase - returns the database
 *   URI, or undefined when none is needed.
 * @param {string[]} [filters] - of the build.
 * @returns {Promise<{ env: Environment, uri: Uri }>} the environment with pnpm on PATH, and the database URI.
 * @throws {import('./errors.mjs').CommandError} when the installation or the build fails; errors of `findDatabase`.
 */
export async function prepare(context, findDatabase, filters) {
  const installed = withPackages(context);
  const built = installed.then((ready) => build(ready, filters));
  const [{ env }, uri] = await Promise.all([installed, findDatabase(context, installed), built]);
  return { env, uri };
}
