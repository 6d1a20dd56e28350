import { findChromium } from '../find-chromium.mjs';
import { runWebScript, startSeededProduct } from '../seeded-product.mjs';

/**
 * `npm run lighthouse`: Lighthouse's figures of the built product with the seeded people and stories, for phones.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function lighthouse(baseContext) {
  const product = await startSeededProduct(baseContext);
  const env = { ...product.env, CHROME_PATH: await findChromium(product) };
  return runWebScript({ ...product, env }, ['lighthouse', '--url', product.url, ...baseContext.args]);
}
