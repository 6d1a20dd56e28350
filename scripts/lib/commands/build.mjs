import { withPackages } from '../install.mjs';
import { build } from '../turbo.mjs';

/**
 * `npm run build`: builds everything that has changed.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function buildAll(context) {
  await build(await withPackages(context));
  return 0;
}
