import { findChromium } from '../find-chromium.mjs';
import { runPackageScript } from '../package-script.mjs';
import { startSeededProduct } from '../seeded-product.mjs';

/**
 * `npm run responsiveness`: measures the time from an interaction to the next frame, and the longest frame while long
 * lists are scrolled.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function responsiveness(baseContext) {
  // The script adds 500 stories and 5,000 messages without pauses.
  const unlimited = { ...baseContext, env: { ...baseContext.env, RATE_LIMITS: 'off' } };
  const product = await startSeededProduct(unlimited);
  const env = { ...product.env, CHROMIUM_PATH: await findChromium(product) };
  return runPackageScript({ ...product, env }, 'web', ['responsiveness', '--url', product.url]);
}
