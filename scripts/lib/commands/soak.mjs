import { installPackages } from '../install.mjs';
import { build } from '../turbo.mjs';
import { dbBuild } from './db-build.mjs';

/**
 * `npm run soak -- --minutes 20`: the built product under a mixed load, on the native engine: memory, handles and times
 * by minute.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function soak(baseContext) {
  if (!baseContext.env.DATABASE_ENGINE) await dbBuild({ ...baseContext, args: [] });
  const context = { ...baseContext, env: await installPackages(baseContext) };
  await build(context, ['@safarnama/api']);
  const { code } = await context.session.run({
    command: 'pnpm',
    args: ['--silent', '--filter', '@safarnama/api', 'run', 'soak', ...context.args],
    env: context.env,
  });
  return code ?? 1;
}
