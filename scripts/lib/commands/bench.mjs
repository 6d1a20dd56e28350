import { installPackages } from '../install.mjs';
import { runTurbo } from '../turbo.mjs';
import { dbBuild } from './db-build.mjs';

/**
 * `npm run bench`: the benchmarks, on the native engine, one after the other.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function bench(context) {
  if (!context.env.MONGODB_URI && !context.env.DATABASE_ENGINE) await dbBuild({ ...context, args: [] });
  const env = await installPackages(context);
  return runTurbo({ ...context, env }, ['bench', '--concurrency=1', ...context.args]);
}
