import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @typedef {import('./environment.js').Environment} Environment */

/**
 * @param {string} path
 * @returns {boolean} whether the path is an executable file, or a link to one.
 */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * @param {readonly string[]} names - in order of preference.
 * @param {Environment} env
 * @returns {string | null} the full path of the first of these programs on PATH.
 */
export function findProgram(names, env) {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (found !== undefined) return found;
  }
  return null;
}
