import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readLockHolder } from './lock.js';
import { identifyProcess, parseIdentity } from './processes.js';

const POLL_MS = 200;

/**
 * Records the URI of a running database, for other commands on the same data folder.
 *
 * @param {string} dbDir - locked by this process.
 * @param {string} uri
 * @returns {() => void} removes the record.
 */
export function recordRunning(dbDir, uri) {
  const file = recordFile(dbDir);
  writeFileSync(file, JSON.stringify({ ...identifyProcess(process.pid), uri }), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/**
 * Finds the database that another process (a running product) runs on this data folder. Waits for one that is starting
 * or stopping; a first start takes minutes where it has to download or build its engine.
 *
 * @param {string} dataDir - DATA_DIR, relative to the current folder or absolute.
 * @param {object} [options]
 * @param {(holder: import('./processes.js').ProcessIdentity) => void} [options.onWait] - is called once.
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<string | null>} its URI, or null when there is none.
 */
export async function findRunningDatabase(dataDir, { onWait = () => {}, signal } = {}) {
  const dbDir = join(resolve(dataDir), 'db');
  for (let waited = false; ; waited = true) {
    const holder = readLockHolder(join(dbDir, 'lock'));
    if (holder === null) return null;
    const record = readRecord(dbDir);
    // A record of an earlier, killed process does not apply to this one.
    if (record !== null && record.pid === holder.pid && record.startedAt === holder.startedAt)
      return record.uri;
    if (!waited) onWait(holder);
    await delay(POLL_MS, undefined, { signal });
  }
}

/**
 * @param {string} dbDir
 * @returns {(import('./processes.js').ProcessIdentity & { uri: string }) | null}
 */
function readRecord(dbDir) {
  try {
    const value = JSON.parse(readFileSync(recordFile(dbDir), 'utf8'));
    const identity = parseIdentity(value);
    return identity === null ? null : { ...identity, uri: String(value.uri) };
  } catch {
    return null; // none yet, or incomplete
  }
}

/** @param {string} dbDir */
function recordFile(dbDir) {
  return join(dbDir, 'running.json');
}
