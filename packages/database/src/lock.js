import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from './errors.js';
import { identifyProcess, isRunning, parseIdentity } from './process-identity.js';

/** @typedef {import('./process-identity.js').ProcessIdentity} ProcessIdentity */
/** @typedef {{ release: () => void }} Lock */
/** @typedef {ProcessIdentity & { token: string }} Holder */

const POLL_MS = 200;
/** Each round loses only against another process that took or left the lock in that moment. */
const ROUNDS = 20;

/**
 * Takes the lock file for this process. A lock whose process is gone (also when its pid was given to another one)
 * is taken over.
 *
 * @param {string} path - the lock file; its folder exists.
 * @returns {Lock | { heldBy: ProcessIdentity }}
 */
export function tryLock(path) {
  const token = randomUUID();
  const own = { pid: process.pid, startedAt: identifyProcess(process.pid)?.startedAt ?? '', token };
  const draft = `${path}.${token}`;
  writeFileSync(draft, JSON.stringify(own));
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      if (createFrom(draft, path)) return { release: () => releaseIfOwn(path, token) };
      const holder = readHolder(path);
      if (holder === 'gone') continue;
      if (holder !== null && isRunning(holder)) return { heldBy: holder };
      removeStale(path, holder?.token, `${draft}.stale`);
    }
    throw new Error(`${path} cannot be taken`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Takes the lock, waiting as long as another process holds it.
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
 * Who holds the lock now, without trying to take it.
 *
 * @param {string} path
 * @returns {ProcessIdentity | null} null when nobody does, or the one that did is gone.
 */
export function readLockHolder(path) {
  const holder = readHolder(path);
  return holder !== null && holder !== 'gone' && isRunning(holder) ? holder : null;
}

/**
 * A link appears with its content or not at all, so nobody ever reads half a lock.
 *
 * @param {string} draft
 * @param {string} path
 * @returns {boolean} false when the lock file exists.
 */
function createFrom(draft, path) {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // A file system without hard links.
    return createExclusively(draft, path);
  }
}

/**
 * @param {string} draft
 * @param {string} path
 */
function createExclusively(draft, path) {
  try {
    writeFileSync(path, readFileSync(draft), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * @param {string} path
 * @returns {Holder | null | 'gone'} null when the file says nothing readable.
 */
function readHolder(path) {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8'));
    const identity = parseIdentity(value);
    return identity === null ? null : { ...identity, token: String(value.token) };
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'gone' : null;
  }
}

/**
 * Two processes may find the same stale lock: the slower one must not remove what the quicker one has just taken.
 *
 * @param {string} path
 * @param {string | undefined} staleToken
 * @param {string} aside
 */
function removeStale(path, staleToken, aside) {
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(aside);
  if (moved !== null && moved !== 'gone' && moved.token !== staleToken) createFrom(aside, path);
  rmSync(aside, { force: true });
}

/**
 * @param {string} path
 * @param {string} token
 */
function releaseIfOwn(path, token) {
  const holder = readHolder(path);
  if (holder !== null && holder !== 'gone' && holder.token === token) rmSync(path, { force: true });
}
