import { findChromium } from '../find-chromium.mjs';
import { withPackages } from '../install.mjs';
import { build, PACKAGES, readFilters, runTurbo } from '../turbo.mjs';

/** A failing package does not keep the others from running. */
const CONTINUE = '--continue=dependencies-successful';
/**
 * Each package runs its test files in parallel, so running all packages in parallel would only make each of them
 * slower. Two at a time use the processors while the tests of the scripts wait for whole products.
 */
const TEST_FLAGS = ['--concurrency=2', CONTINUE];

/**
 * `npm test`: runs the tests of all packages. Arguments are for turbo, those after another `--` for vitest:
 * `npm test -- --filter=@safarnama/api -- src/post`.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function test(baseContext) {
  const context = await withPackages(baseContext);
  await build(context, [PACKAGES]);
  return runTurbo(context, ['test', ...TEST_FLAGS, ...context.args]);
}

/**
 * `npm run test:system`: runs the tests that need more than Node: Redis, a wrong clock, a browser or the whole product.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function systemTest(baseContext) {
  const context = await withPackages(baseContext);
  await build(context, readFilters(context.args));
  const env = { ...context.env, CHROMIUM_PATH: await findChromium(context) };
  return runTurbo({ ...context, env }, ['test:system', ...TEST_FLAGS, ...context.args]);
}
