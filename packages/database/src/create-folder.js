import { chmodSync, mkdirSync, statSync } from 'node:fs';
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

/**
 * Closes a folder to all other accounts, if it belongs to this account and its file system has permissions.
 *
 * @param {string} folder
 */
export function closeFolder(folder) {
  const { mode, uid } = statSync(folder);
  if (uid !== process.getuid?.() || (mode & 0o077) === 0) return;
  try {
    chmodSync(folder, mode & 0o7700);
  } catch {
    // The file system has no permissions, or is read-only.
  }
}
