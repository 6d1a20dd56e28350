import { installPackages } from '../install.mjs';
import { build } from '../turbo.mjs';

/**
 * `npm run build`: builds everything that has changed.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function buildAll(context) {
  const env = await installPackages(context);
  await build({ ...context, env });
  return 0;
}
