import { startFirstWorking } from './chain.js';
import { openDataFolder } from './data-folder.js';
import { ENGINES } from './engines.js';
import { processEnvironment } from './environment.js';
import { recordRunning } from './running-database.js';
import { ensureCacheDir, readEngineChoice } from './settings.js';
import { supervise } from './supervisor.js';

/**
 * @typedef {object} DatabaseOptions
 * @property {string} dataDir - DATA_DIR; the database keeps to its subfolder `db`.
 * @property {import('./environment.js').Environment} [env] - DATABASE_ENGINE, MONGOD_BINARY, PATH, XDG_CACHE_HOME and
 *   whatever the servers and installers read; this process's own by default.
 * @property {(text: string) => void} [onProgress] - takes lines for the person at the terminal.
 * @property {Promise<unknown>} [dependenciesReady] - settles when the workspace's packages are installed; the engines
 *   that need none of them do not wait for it.
 * @property {number} [port] - on 127.0.0.1; any free one by default.
 * @property {boolean} [syncOnCommit] - whether a commit is on disk before it is acknowledged: true by default; false
 *   for tests, whose data need not survive a killed server. mongod journals by its own rules.
 * @property {AbortSignal} [signal] - gives up a start that is under way; later use `stop`.
 */
/**
 * @typedef {object} Database
 * @property {string} uri - for the MongoDB driver, with the database `safarnama`.
 * @property {number} port - on 127.0.0.1.
 * @property {import('./engine.js').EngineName} engine
 * @property {string} reason - one line: which engine was chosen, and why.
 * @property {() => Promise<void>} stop - ends it for good and leaves the data folder to the next start.
 * @property {(listener: import('./supervisor.js').RestartListener) => () => void} onRestart - told when the server
 *   died by itself and runs again, on the same port; returns what takes the listener off.
 */

/**
 * Starts a MongoDB server on a data folder, with the first engine that works on this machine, and keeps it running.
 * It ends with `stop`, and with this process however that ends.
 *
 * @param {DatabaseOptions} options
 * @returns {Promise<Database>}
 * @throws {import('./errors.js').DatabaseError} when none can be had: its message says what was tried and what to do.
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
  // An install that fails before any engine asks for it is not an unhandled rejection of ours.
  dependenciesReady.catch(() => {});
  const abort = new AbortController();
  const onAbort = () => abort.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort);

  const { dbDir, release } = await openDataFolder(dataDir);
  try {
    const shared = {
      env,
      cacheDir: ensureCacheDir(env),
      onProgress,
      signal: abort.signal,
      dbDir,
      dependenciesReady,
      syncOnCommit,
    };
    const running = await startFirstWorking(ENGINES, shared, { choice, port });
    const { stop, onRestart } = supervise(running, abort);
    const uri = databaseUri(running);
    const removeRecord = recordRunning(dbDir, uri);
    return {
      uri,
      port: running.port,
      engine: running.engine.name,
      reason: running.reason,
      onRestart,
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

/** @param {import('./chain.js').Running} running */
function databaseUri({ engine, port }) {
  const options =
    engine.family === 'secantus' ? 'directConnection=true&retryWrites=false' : 'directConnection=true';
  return `mongodb://127.0.0.1:${port}/safarnama?${options}`;
}
