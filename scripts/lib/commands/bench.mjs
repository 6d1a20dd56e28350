import { installPackages } from '../install.mjs';
import { runTurbo } from '../turbo.mjs';
import { ensureNativeEngine } from './db-build.mjs';

/**
 * `npm run bench`: runs the benchmarks one after the other, on the native engine.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function bench(context) {
  if (!context.env.MONGODB_URI) await ensureNativeEngine(context);
  const env = await installPackages(context);
  return runTurbo({ ...context, env }, ['bench', '--concurrency=1', ...context.args]);
}
