import { mkdirSync } from 'node:fs';
import { DatabaseError, getErrorCode } from './errors.js';

/**
 * @param {string} folder
 * @param {string} name - what the folder is.
 * @param {unknown} error
 * @returns {DatabaseError}
 */
export function createNotWritableError(folder, name, error) {
  return new DatabaseError(`The ${name} ${folder} is not writable (${getErrorCode(error) ?? error}).`);
}

/**
 * Creates a folder and its parents unless they exist, readable only by this account.
 *
 * @param {string} folder
 * @param {string} name - what the folder is, for the message.
 * @throws {DatabaseError} when it cannot be created.
 */
export function createFolder(folder, name) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw createNotWritableError(folder, name, error);
  }
}
