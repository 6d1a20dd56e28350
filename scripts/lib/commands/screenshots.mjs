import { join } from 'node:path';
import { findChromium } from '../find-chromium.mjs';
import { ROOT } from '../paths.mjs';
import { runWebScript, startSeededProduct } from '../seeded-product.mjs';

/**
 * `npm run screenshots`: the pictures of the README, from the built product with the seeded people and stories.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function screenshots(baseContext) {
  const product = await startSeededProduct(baseContext);
  const env = { ...product.env, CHROMIUM_PATH: await findChromium(product) };
  const out = join(ROOT, 'docs/images');
  return runWebScript({ ...product, env }, [
    'screenshots',
    '--url',
    product.url,
    '--out',
    out,
    ...baseContext.args,
  ]);
}
