import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, without a slash at the end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/**
 * @param {import('./environment.mjs').Environment} env
 * @returns {string} DATA_DIR as an absolute path; a relative one counts from the repository.
 */
export function resolveDataDir(env) {
  return resolve(ROOT, env.DATA_DIR?.trim() || '.data');
}
