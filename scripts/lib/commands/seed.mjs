import { runApiScript } from '../api-script.mjs';
import { reuseOrOpenDatabase } from '../database.mjs';

/**
 * `npm run seed`: adds users and stories to try the product with.
 *
 * @type {import('../run-command.mjs').Command}
 */
export function seed(context) {
  return runApiScript(context, 'seed', reuseOrOpenDatabase);
}
