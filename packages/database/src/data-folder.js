import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError, getErrorCode } from './errors.js';
import { tryLock } from './lock.js';
import { isRunning, parseIdentity } from './process-identity.js';
import { serverRecordFile } from './server-process.js';
import { ENGINE_CHOICES } from './settings.js';

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').EngineFamily} EngineFamily */

/** A stray server gets this long to end by itself before it is killed; both are safe, this one is quicker to reopen. */
const STRAY_GRACE_MS = 5000;
const POLL_MS = 50;

/**
 * Makes DATA_DIR/db and takes it for this process; ends a server that a killed process left behind there.
 *
 * @param {string} dataDir - DATA_DIR, relative to the current folder or absolute.
 * @returns {Promise<{ dbDir: string, release: () => void }>}
 * @throws {DatabaseError} when another process uses it, or it cannot be written.
 */
export async function openDataFolder(dataDir) {
  const dbDir = join(resolve(dataDir), 'db');
  createFolder(dbDir);
  const lock = tryLock(join(dbDir, 'lock'));
  if ('heldBy' in lock) {
    const owner =
      lock.heldBy.pid === process.pid ? 'This process' : `Another process (pid ${lock.heldBy.pid})`;
    throw new DatabaseError(
      `${owner} already runs the database in ${dbDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  try {
    await endStrayServer(dbDir);
  } catch (error) {
    lock.release();
    throw error;
  }
  return { dbDir, release: lock.release };
}

/**
 * Which engine first wrote this data folder.
 *
 * @param {string} dbDir
 * @param {readonly Engine[]} engines
 * @returns {Engine | null} null for a new folder.
 * @throws {DatabaseError} when the record names none of the engines.
 */
export function readEngineRecord(dbDir, engines) {
  const recordFile = join(dbDir, 'engine');
  if (!existsSync(recordFile)) return detectEngineFromFiles(dbDir, engines);
  const name = readFileSync(recordFile, 'utf8').trim();
  const engine = engines.find((candidate) => candidate.name === name);
  if (engine !== undefined) return engine;
  throw new DatabaseError(
    `${recordFile} says that "${name}" wrote this data, which is none of ${ENGINE_CHOICES.join(', ')}.`,
  );
}

/**
 * Notes the engine that wrote a new data folder; an existing record stays.
 *
 * @param {string} dbDir
 * @param {Engine} engine
 */
export function writeEngineRecord(dbDir, engine) {
  const recordFile = join(dbDir, 'engine');
  if (existsSync(recordFile)) return;
  writeFileSync(`${recordFile}.new`, `${engine.name}\n`);
  renameSync(`${recordFile}.new`, recordFile);
}

/**
 * @param {string} dbDir
 * @param {EngineFamily} family
 * @returns {string} the folder of that family's files.
 */
export function familyFolder(dbDir, family) {
  return join(dbDir, family);
}

/**
 * The record is gone, the data are not: they are all of WiredTiger, in the folder of their family.
 *
 * @param {string} dbDir
 * @param {readonly Engine[]} engines
 */
function detectEngineFromFiles(dbDir, engines) {
  const writers = engines.filter(({ family }) => existsSync(join(familyFolder(dbDir, family), 'WiredTiger')));
  const families = new Set(writers.map(({ family }) => family));
  if (families.size > 1) {
    throw new DatabaseError(
      `${dbDir} holds data of two kinds and no record of which counts. Write the name of the engine that wrote them, ` +
        `one of ${[...new Set(writers.map(({ name }) => name))].join(', ')}, into ${join(dbDir, 'engine')}.`,
    );
  }
  return writers[0] ?? null;
}

/** @param {string} dbDir */
function createFolder(dbDir) {
  try {
    mkdirSync(dbDir, { recursive: true });
  } catch (error) {
    throw new DatabaseError(`The data folder ${dbDir} cannot be written (${getErrorCode(error) ?? error}).`);
  }
}

/**
 * Only a killed process leaves one, and only for a moment: then its watchdog is just ending it.
 *
 * @param {string} dbDir
 */
async function endStrayServer(dbDir) {
  const recordFile = serverRecordFile(dbDir);
  const stray = readServerRecord(recordFile);
  if (stray !== null && isRunning(stray)) {
    sendSignal(stray.pid, 'SIGTERM');
    const deadline = Date.now() + STRAY_GRACE_MS;
    while (isRunning(stray)) {
      if (Date.now() > deadline) sendSignal(stray.pid, 'SIGKILL');
      await delay(POLL_MS);
    }
  }
  rmSync(recordFile, { force: true });
}

/**
 * @param {string} recordFile
 * @returns {import('./process-identity.js').ProcessIdentity | null}
 */
function readServerRecord(recordFile) {
  try {
    return parseIdentity(JSON.parse(readFileSync(recordFile, 'utf8')).server);
  } catch {
    return null; // none, or cut short by the crash: the server's own lock on its files still guards them
  }
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function sendSignal(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (getErrorCode(error) !== 'ESRCH') throw error;
  }
}
