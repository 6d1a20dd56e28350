import { readFileSync } from 'node:fs';

/** The version of the product, from the package manifest beside `src` and `dist`. */
export const PRODUCT_VERSION: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version;
