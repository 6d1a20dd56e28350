import { borrowOrOpenDatabase } from '../database.mjs';
import { withDotEnv } from '../environment.mjs';
import { CommandError } from '../errors.mjs';
import { installPackages } from '../install.mjs';
import { dataDirOf } from '../paths.mjs';
import { build } from '../turbo.mjs';

const HELP = `npm run migrate                  brings what is stored to the shape of this version, and waits for it
npm run migrate -- --status      says which migrations are through

The product does the same by itself, in the background, whenever it starts; both may run at once. More: docs/backup.md
`;

/**
 * `npm run migrate`.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function migrate(given) {
  const { args } = given;
  if (args.includes('--help')) {
    process.stdout.write(HELP);
    return 0;
  }
  if (args.some((arg) => arg !== '--status')) throw new CommandError(HELP.trimEnd());
  const context = { ...given, env: withDotEnv(given.env) };
  const installed = installPackages(context);
  const built = installed.then((env) => build({ ...context, env }, ['@safarnama/contracts']));
  const [env, uri] = await Promise.all([installed, borrowOrOpenDatabase(context, installed), built]);
  const { code } = await context.session.run({
    command: 'pnpm',
    args: ['--silent', '--filter', '@safarnama/api', 'run', 'migrate', ...args],
    env: { ...env, MONGODB_URI: uri, DATA_DIR: dataDirOf(context.env) },
  });
  return code ?? 1;
}
