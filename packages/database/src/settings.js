import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { DatabaseError } from './errors.js';

/** @typedef {import('./environment.js').Environment} Environment */

/** What DATABASE_ENGINE may say. */
export const ENGINE_CHOICES = /** @type {const} */ ([
  'mongod',
  'memory-server',
  'secantus-native',
  'secantus-python',
]);

/** @typedef {typeof ENGINE_CHOICES[number]} EngineChoice */

/**
 * @param {Environment} env
 * @returns {EngineChoice | null} null when nothing is asked for.
 * @throws {DatabaseError} when it is none of the known ones.
 */
export function readEngineChoice(env) {
  const requested = env.DATABASE_ENGINE?.trim() ?? '';
  if (requested === '') return null;
  const choice = ENGINE_CHOICES.find((name) => name === requested);
  if (choice !== undefined) return choice;
  throw new DatabaseError(
    `DATABASE_ENGINE is "${requested}"; it can be one of ${ENGINE_CHOICES.join(', ')}.`,
  );
}

/**
 * The user's cache folder for what is downloaded or built once; made when missing.
 *
 * @param {Environment} env
 * @returns {string} `$XDG_CACHE_HOME/safarnama`, else `~/.cache/safarnama`.
 */
export function ensureCacheDir(env) {
  const cacheDir = join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'safarnama');
  mkdirSync(cacheDir, { recursive: true });
  return cacheDir;
}
