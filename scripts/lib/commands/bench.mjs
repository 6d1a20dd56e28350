import { withPackages } from '../install.mjs';
import { build, readFilters, runTurbo } from '../turbo.mjs';
import { withNativeEngine } from './db-build.mjs';

/**
 * `npm run bench`: runs the benchmarks one after the other, on the native engine.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function bench(baseContext) {
  const context = await withPackages(await withNativeEngine(baseContext));
  await build(context, readFilters(context.args));
  return runTurbo(context, ['bench', '--concurrency=1', ...context.args]);
}
