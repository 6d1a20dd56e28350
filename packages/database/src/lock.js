import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { getErrorCode } from './errors.js';
import { identifyProcess, isRunning, parseIdentity } from './processes.js';

/** @typedef {import('./processes.js').ProcessIdentity} ProcessIdentity */
/** @typedef {{ release: () => void }} Lock */
/** @typedef {ProcessIdentity & { token: string }} Holder */

const POLL_MS = 200;
/** An attempt fails only when another process takes or releases the lock at the same moment. */
const MAX_ATTEMPTS = 20;

/**
 * Tries to acquire the lock file for this process. A lock whose process has ended (even if its pid has been reused) is
 * taken over.
 *
 * @param {string} path - the lock file, in an existing folder.
 * @returns {Lock | { heldBy: ProcessIdentity }}
 */
export function tryLock(path) {
  const token = randomUUID();
  const own = { pid: process.pid, startedAt: identifyProcess(process.pid)?.startedAt ?? '', token };
  const tempFile = `${path}.${token}`;
  writeFileSync(tempFile, JSON.stringify(own));
  try {
    for (let round = 0; round < MAX_ATTEMPTS; round += 1) {
      if (createFrom(tempFile, path)) return { release: () => releaseIfOwn(path, token) };
      const holder = readHolder(path);
      if (holder === 'missing') continue;
      if (holder !== null && isRunning(holder)) return { heldBy: holder };
      removeStale(path, holder?.token, `${tempFile}.stale`);
    }
    throw new Error(`The lock ${path} cannot be acquired`);
  } finally {
    rmSync(tempFile, { force: true });
  }
}

/**
 * Acquires the lock; waits while another process holds it.
 *
 * @param {string} path
 * @param {{ onWait: (holder: ProcessIdentity) => void, signal: AbortSignal }} options - `onWait` is called once.
 * @returns {Promise<Lock>}
 */
export async function waitForLock(path, { onWait, signal }) {
  for (let waited = false; ; waited = true) {
    const attempt = tryLock(path);
    if ('release' in attempt) return attempt;
    if (!waited) onWait(attempt.heldBy);
    await delay(POLL_MS, undefined, { signal });
  }
}

/**
 * @param {string} path
 * @returns {ProcessIdentity | null} the process that holds the lock; null when there is none, or it has ended.
 */
export function readLockHolder(path) {
  const holder = readHolder(path);
  return holder !== null && holder !== 'missing' && isRunning(holder) ? holder : null;
}

/**
 * Creates the lock file as a hard link, which appears atomically with its content.
 *
 * @param {string} tempFile
 * @param {string} path
 * @returns {boolean} false when the lock file exists.
 */
function createFrom(tempFile, path) {
  try {
    linkSync(tempFile, path);
    return true;
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return false;
    // A file system without hard links.
    return createExclusively(tempFile, path);
  }
}

/**
 * @param {string} tempFile
 * @param {string} path
 */
function createExclusively(tempFile, path) {
  try {
    writeFileSync(path, readFileSync(tempFile), { flag: 'wx' });
    return true;
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * @param {string} path
 * @returns {Holder | null | 'missing'} null when the file is not readable as a lock.
 */
function readHolder(path) {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8'));
    const identity = parseIdentity(value);
    return identity === null ? null : { ...identity, token: String(value.token) };
  } catch (error) {
    return getErrorCode(error) === 'ENOENT' ? 'missing' : null;
  }
}

/**
 * Removes a stale lock. Two processes may find the same one: the slower must not remove the lock that the faster has
 * just acquired.
 *
 * @param {string} path
 * @param {string | undefined} staleToken
 * @param {string} stalePath
 */
function removeStale(path, staleToken, stalePath) {
  try {
    renameSync(path, stalePath);
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(stalePath);
  if (moved !== null && moved !== 'missing' && moved.token !== staleToken) createFrom(stalePath, path);
  rmSync(stalePath, { force: true });
}

/**
 * @param {string} path
 * @param {string} token
 */
function releaseIfOwn(path, token) {
  const holder = readHolder(path);
  if (holder !== null && holder !== 'missing' && holder.token === token) rmSync(path, { force: true });
}
