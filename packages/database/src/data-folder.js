import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { closeFolder, createFolder, createNotWritableError } from './create-folder.js';
import { ENGINE_NAMES } from './engine-names.js';
import { DatabaseError, getErrorCode } from './errors.js';
import { tryLock } from './lock.js';
import { isRunning, parseIdentity, sendSignal } from './processes.js';
import { serverRecordFile } from './server-process.js';

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').EngineFamily} EngineFamily */

const DATA_FOLDER = 'data folder';
/** How long a stray server may take to stop before it is killed. Killing is safe, but makes the next start slower. */
const STRAY_GRACE_MS = 5000;
const POLL_MS = 50;

/**
 * Creates DATA_DIR/db, closes it to other accounts, locks it for this process, and stops a server that a killed process
 * left running there.
 *
 * @param {string} dataDir - DATA_DIR, relative to the current folder or absolute.
 * @returns {Promise<{ dbDir: string, release: () => void }>}
 * @throws {DatabaseError} when another process uses the folder, or it is not writable.
 */
export async function openDataFolder(dataDir) {
  const dbDir = join(resolve(dataDir), 'db');
  createFolder(dbDir, DATA_FOLDER);
  // Earlier versions created it readable by all accounts.
  closeFolder(dbDir);
  const lock = lockFolder(dbDir);
  if ('heldBy' in lock) {
    const owner =
      lock.heldBy.pid === process.pid ? 'This process' : `Another process (pid ${lock.heldBy.pid})`;
    throw new DatabaseError(
      `${owner} is already running the database in ${dbDir}. Stop it first, or set DATA_DIR to another folder.`,
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
 * @param {string} dbDir
 * @throws {DatabaseError} when the folder exists, but belongs to another account or is on a read-only file system.
 */
function lockFolder(dbDir) {
  try {
    return tryLock(join(dbDir, 'lock'));
  } catch (error) {
    if (getErrorCode(error) === undefined) throw error;
    throw createNotWritableError(dbDir, DATA_FOLDER, error);
  }
}

/**
 * @param {string} dbDir
 * @param {readonly Engine[]} engines
 * @returns {Engine | null} the engine that first wrote this data folder; null for a new folder.
 * @throws {DatabaseError} when the record names an unknown engine.
 */
export function readEngineRecord(dbDir, engines) {
  const recordFile = engineRecordFile(dbDir);
  const name = readEngineName(recordFile);
  if (name === '') return detectEngineFromFiles(dbDir, engines);
  const engine = engines.find((candidate) => candidate.name === name);
  if (engine !== undefined) return engine;
  throw new DatabaseError(
    `${recordFile} names "${name}" as the engine of this data, which is not one of ${ENGINE_NAMES.join(', ')}.`,
  );
}

/**
 * Records the engine that wrote a data folder, unless an engine is recorded already.
 *
 * @param {string} dbDir
 * @param {Engine} engine
 */
export function writeEngineRecord(dbDir, engine) {
  const recordFile = engineRecordFile(dbDir);
  if (readEngineName(recordFile) !== '') return;
  writeFileSync(`${recordFile}.new`, `${engine.name}\n`, { flush: true });
  renameSync(`${recordFile}.new`, recordFile);
}

/** @param {string} dbDir */
const engineRecordFile = (dbDir) => join(dbDir, 'engine');

/**
 * @param {string} recordFile
 * @returns {string} empty when there is no record. Earlier versions did not flush it, so that a power failure may have
 *   left an empty file.
 */
function readEngineName(recordFile) {
  return existsSync(recordFile) ? readFileSync(recordFile, 'utf8').trim() : '';
}

/**
 * @param {string} dbDir
 * @param {EngineFamily} family
 * @returns {string} the folder with the files of that family.
 */
export function familyFolder(dbDir, family) {
  return join(dbDir, family);
}

/**
 * Identifies the engine when the record is missing or empty: all engines use WiredTiger, in the folder of their family.
 *
 * @param {string} dbDir
 * @param {readonly Engine[]} engines
 */
function detectEngineFromFiles(dbDir, engines) {
  const writers = engines.filter(({ family }) => existsSync(join(familyFolder(dbDir, family), 'WiredTiger')));
  const families = new Set(writers.map(({ family }) => family));
  if (families.size > 1) {
    throw new DatabaseError(
      `${dbDir} contains data of two kinds and no record of which to use. Write the name of the engine that wrote it, ` +
        `one of ${[...new Set(writers.map(({ name }) => name))].join(', ')}, into ${engineRecordFile(dbDir)}.`,
    );
  }
  return writers[0] ?? null;
}

/**
 * Stops a server left behind by a killed process. Usually its watchdog is already stopping it.
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
 * @returns {import('./processes.js').ProcessIdentity | null}
 */
function readServerRecord(recordFile) {
  try {
    return parseIdentity(JSON.parse(readFileSync(recordFile, 'utf8')).server);
  } catch {
    return null; // none, or truncated by the crash: the server's own file lock still protects the data
  }
}
