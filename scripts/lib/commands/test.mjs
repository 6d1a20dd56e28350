import { installPackages } from '../install.mjs';
import { runTurbo } from '../turbo.mjs';

/**
 * `npm test`: the tests of all packages. Arguments go to turbo, those after another `--` to vitest:
 * `npm test -- --filter=@safarnama/api -- src/post`.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function test(context) {
  const env = await installPackages(context);
  return runTurbo({ ...context, env }, ['test', ...context.args]);
}

/**
 * `npm run test:system`: the tests that need more than Node, such as Redis, a wrong clock or the whole product.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function systemTest(context) {
  const env = await installPackages(context);
  // One after the other: they start and kill whole products.
  return runTurbo({ ...context, env }, ['test:system', '--concurrency=1', ...context.args]);
}
