import { findChromium } from '../find-chromium.mjs';
import { installPackages } from '../install.mjs';
import { runTurbo } from '../turbo.mjs';

/** One package's failure does not hide another's. */
const CONTINUE = '--continue=dependencies-successful';
/** Each runs its files in parallel itself: all packages at once only get in each other's way. */
const TEST_FLAGS = ['--concurrency=2', CONTINUE];

/**
 * `npm test`: the tests of all packages. Arguments go to turbo, those after another `--` to vitest:
 * `npm test -- --filter=@safarnama/api -- src/post`.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function test(context) {
  const env = await installPackages(context);
  return runTurbo({ ...context, env }, ['test', ...TEST_FLAGS, ...context.args]);
}

/**
 * `npm run test:system`: the tests that need more than Node, such as Redis, a wrong clock, a browser or the whole product.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function systemTest(baseContext) {
  const context = { ...baseContext, env: await installPackages(baseContext) };
  const env = { ...context.env, CHROMIUM_PATH: await findChromium(context) };
  // One after the other: they start and kill whole products.
  return runTurbo({ ...context, env }, ['test:system', '--concurrency=1', CONTINUE, ...context.args]);
}
