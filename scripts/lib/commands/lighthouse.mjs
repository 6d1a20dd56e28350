import { findChromium } from '../find-chromium.mjs';
import { runPackageScript } from '../package-script.mjs';
import { startSeededProduct } from '../seeded-product.mjs';

/**
 * `npm run lighthouse`: runs Lighthouse for phones on the built and seeded product.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function lighthouse(baseContext) {
  const product = await startSeededProduct(baseContext);
  const env = { ...product.env, CHROME_PATH: await findChromium(product) };
  return runPackageScript({ ...product, env }, 'web', ['lighthouse', '--url', product.url]);
}
