import { join } from 'node:path';
import { findChromium } from '../find-chromium.mjs';
import { runPackageScript } from '../package-script.mjs';
import { ROOT } from '../paths.mjs';
import { startSeededProduct } from '../seeded-product.mjs';

/**
 * `npm run screenshots`: takes the pictures of the README, from the built and seeded product.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function screenshots(baseContext) {
  const product = await startSeededProduct(baseContext);
  const env = { ...product.env, CHROMIUM_PATH: await findChromium(product) };
  const out = join(ROOT, 'docs/images');
  return runPackageScript({ ...product, env }, 'web', ['screenshots', '--url', product.url, '--out', out]);
}
