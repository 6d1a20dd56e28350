import { installPackages } from '../install.mjs';
import { build, readFilters, runTurbo } from '../turbo.mjs';
import { ensureNativeEngine } from './db-build.mjs';

/**
 * `npm run bench`: runs the benchmarks one after the other, on the native engine.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function bench(baseContext) {
  if (!baseContext.env.MONGODB_URI) await ensureNativeEngine(baseContext);
  const context = { ...baseContext, env: await installPackages(baseContext) };
  await build(context, readFilters(context.args));
  return runTurbo(context, ['bench', '--concurrency=1', ...context.args]);
}
