import { borrowOrOpenDatabase } from '../database.mjs';
import { withDotEnv } from '../environment.mjs';
import { installPackages } from '../install.mjs';
import { dataDirOf } from '../paths.mjs';
import { build } from '../turbo.mjs';

/**
 * `npm run admin -- reset-password EMAIL`: what the operator does for one account. The product may run meanwhile.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function admin(given) {
  const context = { ...given, env: withDotEnv(given.env) };
  const installed = installPackages(context);
  // It runs from its sources: of what is built it needs the contracts alone.
  const built = installed.then((env) => build({ ...context, env }, ['@safarnama/contracts']));
  // What ends in its own advice needs no database.
  const isHelp = context.args.length < 2 || context.args.some((arg) => arg === '--help' || arg === '-h');
  const opening = isHelp ? undefined : borrowOrOpenDatabase(context, installed);
  const [env, uri] = await Promise.all([installed, opening, built]);
  const { code } = await context.session.run({
    command: 'pnpm',
    args: ['--silent', '--filter', '@safarnama/api', 'run', 'admin', ...context.args],
    env: { ...env, ...(uri === undefined ? {} : { MONGODB_URI: uri }), DATA_DIR: dataDirOf(context.env) },
  });
  return code ?? 1;
}
