import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/**
 * @param {import('./environment.mjs').Environment} env
 * @returns {string} DATA_DIR as an absolute path; a relative one is resolved against the repository.
 */
export function resolveDataDir(env) {
  return resolve(ROOT, env.DATA_DIR?.trim() || '.data');
}

/**
 * @param {import('./environment.mjs').Environment} env
 * @param {string} file - a command-line argument.
 * @returns {string} its absolute path, resolved against the folder in which the command was entered (npm's INIT_CWD).
 */
export function resolveUserPath(env, file) {
  return resolve(env.INIT_CWD ?? process.cwd(), file);
}
