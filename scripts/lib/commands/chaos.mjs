import { installPackages } from '../install.mjs';
import { build } from '../turbo.mjs';
import { dbBuild } from './db-build.mjs';

/**
 * `npm run chaos [-- --minutes 10 --seed X]`: faults of every kind on the built product, on the native engine.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function chaos(context) {
  if (!context.env.DATABASE_ENGINE) await dbBuild({ ...context, args: [] });
  const env = await installPackages(context);
  await build({ ...context, env }, ['@safarnama/api']);
  const { code } = await context.session.run({
    command: 'pnpm',
    args: ['--silent', '--filter', '@safarnama/api', 'run', 'chaos', ...context.args],
    env,
  });
  return code ?? 1;
}
