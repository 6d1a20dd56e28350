import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ENGINE_NAMES } from './engine-names.js';
import { DatabaseError, EngineUnavailableError, getErrorCode } from './errors.js';

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
 * @param {Environment} env
 * @returns {string} the user's folder for what is downloaded or built once, which may not exist:
 *   `$XDG_CACHE_HOME/safarnama`, else `~/.cache/safarnama`.
 */
export function findCacheDir(env) {
  return join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'safarnama');
}

/**
 * Creates the cache folder, which only installations need.
 *
 * @param {string} cacheDir
 * @throws {EngineUnavailableError} when no file can be created in it.
 */
export function createCacheDir(cacheDir) {
  try {
    mkdirSync(cacheDir, { recursive: true, mode: 0o700 });
    rmdirSync(mkdtempSync(join(cacheDir, 'probe-')));
  } catch (error) {
    const detail = `${cacheDir} (${getErrorCode(error) ?? error}); XDG_CACHE_HOME selects another`;
    throw new EngineUnavailableError('the cache folder is not writable', detail);
  }
}
