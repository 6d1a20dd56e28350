import { findChromium } from '../find-chromium.mjs';
import { installPackages } from '../install.mjs';
import { build, runTurbo } from '../turbo.mjs';

/**
 * `npm run e2e`: runs the browser tests on the built product.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function e2e(baseContext) {
  const context = { ...baseContext, env: await installPackages(baseContext) };
  await build(context);
  const env = { ...context.env, CHROMIUM_PATH: await findChromium(context) };
  return runTurbo({ ...context, env }, ['e2e', ...context.args]);
}
