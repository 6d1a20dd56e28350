import { findChromium } from '../find-chromium.mjs';
import { withPackages } from '../install.mjs';
import { build, runTurbo } from '../turbo.mjs';

/**
 * `npm run e2e`: runs the browser tests on the built product.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function e2e(baseContext) {
  const context = await withPackages(baseContext);
  await build(context);
  const env = { ...context.env, CHROMIUM_PATH: await findChromium(context) };
  return runTurbo({ ...context, env }, ['e2e', ...context.args]);
}
