import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readLockHolder } from './lock.js';
import { identifyProcess, parseIdentity } from './process-identity.js';

/** A first start may be downloading or building its engine. */
const STARTING_LIMIT_MS = 60_000;
const POLL_MS = 200;

/**
 * Notes where a database runs, for other commands on the same data folder.
 *
 * @param {string} dbDir - held by this process.
 * @param {string} uri
 * @returns {() => void} takes the note away.
 */
export function noteRunning(dbDir, uri) {
  const file = noteFile(dbDir);
  writeFileSync(file, JSON.stringify({ ...identifyProcess(process.pid), uri }), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/**
 * The database that another process (a started product) runs on this data folder; waits for one that is starting.
 *
 * @param {string} dataDir - DATA_DIR, relative to the current folder or absolute.
 * @returns {Promise<string | null>} its URI, or null when none runs there.
 */
export async function findRunningDatabase(dataDir) {
  const dbDir = join(resolve(dataDir), 'db');
  const deadline = Date.now() + STARTING_LIMIT_MS;
  for (;;) {
    const holder = readLockHolder(join(dbDir, 'lock'));
    if (holder === null) return null;
    const note = readNote(dbDir);
    // A note of an earlier, killed process says nothing about this one.
    if (note !== null && note.pid === holder.pid && note.startedAt === holder.startedAt) return note.uri;
    if (Date.now() > deadline) return null;
    await delay(POLL_MS);
  }
}

/**
 * @param {string} dbDir
 * @returns {(import('./process-identity.js').ProcessIdentity & { uri: string }) | null}
 */
function readNote(dbDir) {
  try {
    const value = JSON.parse(readFileSync(noteFile(dbDir), 'utf8'));
    const identity = parseIdentity(value);
    return identity === null ? null : { ...identity, uri: String(value.uri) };
  } catch {
    return null; // none yet, or only half written
  }
}

/** @param {string} dbDir */
function noteFile(dbDir) {
  return join(dbDir, 'running.json');
}
