import { join } from 'node:path';
import { findChromium } from '../find-chromium.mjs';
import { runPackageScript } from '../package-script.mjs';
import { ROOT } from '../paths.mjs';
import { startSeededProduct } from '../seeded-product.mjs';

/** @typedef {import('../run-command.mjs').Command} Command */

/**
 * `npm run lighthouse`: runs Lighthouse for phones on the built and seeded product.
 *
 * @type {Command}
 */
export const lighthouse = (context) => runOnSeededProduct(context, 'lighthouse');

/**
 * `npm run screenshots`: takes the pictures of the README, from the built and seeded product.
 *
 * @type {Command}
 */
export const screenshots = (context) =>
  runOnSeededProduct(context, 'screenshots', ['--out', join(ROOT, 'docs/images')]);

/**
 * `npm run responsiveness`: measures the time from an interaction to the next frame, and the longest frame while long
 * lists are scrolled.
 *
 * @type {Command}
 */
export const responsiveness = (context) =>
  // The script adds 500 stories and 5,000 messages without pauses.
  runOnSeededProduct({ ...context, env: { ...context.env, RATE_LIMITS: 'off' } }, 'responsiveness');

/**
 * @param {import('../run-command.mjs').Context} baseContext
 * @param {string} script - of the web package.
 * @param {readonly string[]} [args] - of the script, besides the URL of the product.
 */
async function runOnSeededProduct(baseContext, script, args = []) {
  const product = await startSeededProduct(baseContext);
  const env = { ...product.env, CHROMIUM_PATH: await findChromium(product) };
  return runPackageScript({ ...product, env }, 'web', [script, '--url', product.url, ...args]);
}
