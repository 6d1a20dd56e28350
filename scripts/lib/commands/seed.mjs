import { borrowOrOpenDatabase } from '../database.mjs';
import { withDotEnv } from '../environment.mjs';
import { installPackages } from '../install.mjs';
import { dataDirOf } from '../paths.mjs';
import { build } from '../turbo.mjs';

/**
 * `npm run seed`: people and stories to try the product with. The product may run meanwhile.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function seed(given) {
  const context = { ...given, env: withDotEnv(given.env) };
  const installed = installPackages(context);
  // The seed runs from its sources: of what is built it needs the contracts alone.
  const built = installed.then((env) => build({ ...context, env }, ['@safarnama/contracts']));
  const [env, uri] = await Promise.all([installed, borrowOrOpenDatabase(context, installed), built]);
  const { code } = await context.session.run({
    command: 'pnpm',
    args: ['--silent', '--filter', '@safarnama/api', 'run', 'seed', ...context.args],
    env: { ...env, MONGODB_URI: uri, DATA_DIR: dataDirOf(context.env) },
  });
  return code ?? 1;
}
