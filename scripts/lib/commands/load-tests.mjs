import { withPackages } from '../install.mjs';
import { runPackageScript } from '../package-script.mjs';
import { build } from '../turbo.mjs';
import { withNativeEngine } from './db-build.mjs';

/** @typedef {import('../run-command.mjs').Command} Command */

/**
 * `npm run chaos [-- --minutes 10 --seed X]`: injects faults of every kind into the built product.
 *
 * @type {Command}
 */
export const chaos = (context) => runOnBuiltApi(context, 'chaos');

/**
 * `npm run soak -- --minutes 20`: puts the built product under a mixed load; prints memory, handles and latencies per
 * minute.
 *
 * @type {Command}
 */
export const soak = (context) => runOnBuiltApi(context, 'soak');

/**
 * @param {import('../run-command.mjs').Context} baseContext
 * @param {string} script - of the API's package; it starts the built product on the native engine.
 */
async function runOnBuiltApi(baseContext, script) {
  const context = await withPackages(await withNativeEngine(baseContext));
  await build(context, ['@safarnama/api']);
  return runPackageScript(context, 'api', [script]);
}
