import { homedir } from 'node:os';
import { join } from 'node:path';
import { createFolder } from './create-folder.js';
import { ENGINE_NAMES } from './engine-names.js';
import { DatabaseError } from './errors.js';

/** @typedef {import('./environment.js').Environment} Environment */

/**
 * @param {Environment} env
 * @returns {import('./engine-names.js').EngineName | null} null when DATABASE_ENGINE is not set.
 * @throws {DatabaseError} when it is not a known engine.
 */
export function readEngineChoice(env) {
  const requested = env.DATABASE_ENGINE?.trim() ?? '';
  if (requested === '') return null;
  const choice = ENGINE_NAMES.find((name) => name === requested);
  if (choice !== undefined) return choice;
  throw new DatabaseError(`DATABASE_ENGINE is "${requested}"; it can be one of ${ENGINE_NAMES.join(', ')}.`);
}

/**
 * Creates the user's cache folder for what is downloaded or built once.
 *
 * @param {Environment} env
 * @returns {string} `$XDG_CACHE_HOME/safarnama`, else `~/.cache/safarnama`.
 * @throws {DatabaseError} when it cannot be created.
 */
export function ensureCacheDir(env) {
  const cacheDir = join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'safarnama');
  createFolder(cacheDir, 'cache folder');
  return cacheDir;
}
