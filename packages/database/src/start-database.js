import { startFirstWorking } from './chain.js';
import { openDataFolder } from './data-folder.js';
import { ENGINES } from './engines.js';
import { processEnvironment } from './environment.js';
import { recordRunning } from './running-database.js';
import { findCacheDir, readEngineChoice } from './settings.js';
import { supervise } from './supervisor.js';

/**
 * @typedef {object} DatabaseOptions
 * @property {string} dataDir - DATA_DIR; the database only uses its subfolder `db`.
 * @property {import('./environment.js').Environment} [env] - DATABASE_ENGINE, MONGOD_BINARY, PATH, XDG_CACHE_HOME and
 *   the variables of servers and installers; by default the environment of this process.
 * @property {(text: string) => void} [onProgress] - receives lines to print in the terminal.
 * @property {Promise<unknown>} [dependenciesReady] - settles when the packages of the workspace are installed; only
 *   engines that need them wait for it.
 * @property {number} [port] - on 127.0.0.1; any free port by default.
 * @property {boolean} [syncOnCommit] - whether a commit is on disk before it is acknowledged: true by default; false
 *   for tests, whose data need not survive a killed server. mongod journals by its own rules.
 * @property {AbortSignal} [signal] - cancels the start; use `stop` after it.
 */
/**
 * @typedef {object} Database
 * @property {string} uri - for the MongoDB driver, with the database `safarnama`.
 * @property {number} port - on 127.0.0.1.
 * @property {import('./engine.js').EngineName} engine
 * @property {string} reason - one line: which engine was chosen, and why.
 * @property {() => Promise<void>} stop - stops the database and unlocks the data folder.
 */

/**
 * Starts a MongoDB server on a data folder, with the first engine that works on this machine, and restarts it when it
 * crashes. It stops with `stop`, and with this process, however the process ends.
 *
 * @param {DatabaseOptions} options
 * @returns {Promise<Database>}
 * @throws {import('./errors.js').DatabaseError} when no engine works; its message says what was tried and what to do.
 */
export async function startDatabase({
  dataDir,
  env = processEnvironment(),
  onProgress = () => {},
  dependenciesReady = Promise.resolve(),
  port = 0,
  syncOnCommit = true,
  signal,
}) {
  const choice = readEngineChoice(env);
  // A failed installation is reported by the engine that needs it, and must not be an unhandled rejection before that.
  dependenciesReady.catch(() => {});
  const abort = new AbortController();
  const onAbort = () => abort.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort);

  const { dbDir, release } = await openDataFolder(dataDir);
  try {
    const shared = {
      env,
      cacheDir: findCacheDir(env),
      onProgress,
      signal: abort.signal,
      dbDir,
      dependenciesReady,
      syncOnCommit,
    };
    const running = await startFirstWorking(ENGINES, shared, { choice, port });
    const { stop } = supervise(running, abort);
    const uri = buildDatabaseUri(running);
    const removeRecord = recordRunning(dbDir, uri);
    return {
      uri,
      port: running.port,
      engine: running.engine.name,
      reason: running.reason,
      async stop() {
        removeRecord();
        await stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

/** @param {import('./chain.js').RunningEngine} running */
function buildDatabaseUri({ engine, port }) {
  const options =
    engine.family === 'secantus' ? 'directConnection=true&retryWrites=false' : 'directConnection=true';
  return `mongodb://127.0.0.1:${port}/safarnama?${options}`;
}
