import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createChildEnvironment } from '../environment.js';
import { EngineUnavailableError, getErrorMessage } from '../errors.js';
import { isExecutable } from '../find-program.js';
import { startGuarded } from '../guarded-process.js';
import { installOnce } from '../install-once.js';
import { withTimeout } from '../with-timeout.js';
import { startMongod } from './mongod.js';

/** @typedef {import('../engine.js').EngineContext} EngineContext */
/** @typedef {import('../engine.js').Program} Program */

const DOWNLOAD_FAILED = 'MongoDB cannot be downloaded';
const DOWNLOAD_SCRIPT = fileURLToPath(new URL('./download-mongod.js', import.meta.url));
const DOWNLOAD_HOST = 'https://fastdl.mongodb.org';
/** Timeouts for the first response of the host, and for progress during the download. */
const FIRST_RESPONSE_MS = 8000;
const STALL_MS = 60_000;
/** The variables that mongodb-memory-server reads. */
const PROXY_VARIABLES = ['npm_config_proxy', 'https_proxy', 'http_proxy', 'HTTPS_PROXY', 'HTTP_PROXY'];
const DAY_MS = 24 * 3600 * 1000;

/**
 * A real mongod that mongodb-memory-server downloads once into the cache folder. Only the download uses that package;
 * the data are in DATA_DIR like those of any other engine.
 *
 * @type {import('../engine.js').Engine}
 */
export const memoryServer = {
  name: 'memory-server',
  family: 'mongod',

  async find({ cacheDir }) {
    return findDownloaded(cacheDir);
  },

  async install(context) {
    const { cacheDir } = context;
    // The package waits silently for another download, which would count as no response.
    return installOnce(context, {
      lockFile: join(cacheDir, 'mongodb-download.lock'),
      activity: 'downloading MongoDB',
      find: () => findDownloaded(cacheDir),
      install: () => downloadUnlessFailedToday(context),
    });
  },

  start: startMongod,
};

/**
 * @param {string} cacheDir
 * @returns {Program | null}
 */
function findDownloaded(cacheDir) {
  const file = pathFile(cacheDir);
  const command = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return isExecutable(command) ? { command, args: [], env: {} } : null;
}

/**
 * @param {EngineContext} context
 * @returns {Promise<Program>}
 */
async function downloadUnlessFailedToday(context) {
  if (!context.ignoresEarlierFailure) rejectIfFailedToday(context.cacheDir);
  try {
    await requireReachable(context);
    await requireDependencies(context);
    const command = await download(context);
    writeFileSync(pathFile(context.cacheDir), command);
    return { command, args: [], env: {} };
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof EngineUnavailableError && error.brief === DOWNLOAD_FAILED)
      saveFailure(context.cacheDir, error);
    throw error;
  }
}

/**
 * Checks that the host is reachable: without a network this fails immediately, before mongodb-memory-server has to be
 * installed. Skipped behind a proxy, which that package supports but `fetch` does not.
 *
 * @param {EngineContext} context
 */
async function requireReachable({ env, onProgress, signal }) {
  if (PROXY_VARIABLES.some((name) => env[name])) return;
  onProgress('Checking the MongoDB download…');
  const url = env.MONGOMS_DOWNLOAD_MIRROR || DOWNLOAD_HOST;
  try {
    await withTimeout(signal, FIRST_RESPONSE_MS, (attemptSignal) =>
      fetch(url, { method: 'HEAD', signal: attemptSignal }),
    );
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    throw new EngineUnavailableError(DOWNLOAD_FAILED, getErrorMessage(cause));
  }
}

/** @param {EngineContext} context */
async function requireDependencies({ dependenciesReady, signal }) {
  const aborted = new Promise((_, reject) => signal.addEventListener('abort', reject, { once: true }));
  try {
    await Promise.race([dependenciesReady, aborted]);
  } catch (error) {
    signal.throwIfAborted();
    throw new EngineUnavailableError('the workspace could not be installed', getErrorMessage(error));
  }
}

/**
 * Runs the download in a separate process, so that it can be killed when it hangs.
 *
 * @param {EngineContext} context
 * @returns {Promise<string>} full path of mongod.
 */
async function download({ cacheDir, env, onProgress, signal }) {
  const folder = join(cacheDir, 'mongodb-binaries');
  mkdirSync(folder, { recursive: true });
  let path = '';
  let failure = '';
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const child = startGuarded({
    command: process.execPath,
    args: [DOWNLOAD_SCRIPT, folder],
    env: {
      ...createChildEnvironment(env),
      // By default the package accepts any TLS certificate: too dangerous for a program that will be run.
      npm_config_strict_ssl: 'true',
    },
    cwd: folder,
    onLine(line) {
      const [, percent] = /([\d.]+)%/.exec(line) ?? [];
      if (percent !== undefined) {
        restartTimer(STALL_MS);
        onProgress(`Downloading MongoDB (once): ${percent} %…`);
      }
      path = /^mongod: (.+)$/.exec(line)?.[1] ?? path;
      failure = /^failed: (.+)$/.exec(line)?.[1] ?? failure;
    },
  });
  const stopDownload = () => void child.stop();
  /** @param {number} limitMs */
  function restartTimer(limitMs) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      failure = `no response within ${limitMs / 1000} s`;
      stopDownload();
    }, limitMs);
  }

  restartTimer(FIRST_RESPONSE_MS);
  signal.addEventListener('abort', stopDownload);
  await child.exited;
  signal.removeEventListener('abort', stopDownload);
  clearTimeout(timer);
  if (isExecutable(path)) return path;
  throw new EngineUnavailableError(
    DOWNLOAD_FAILED,
    failure || 'the download ended without an executable mongod',
  );
}

/**
 * @param {string} cacheDir
 * @throws {EngineUnavailableError} when the download failed within the last day.
 */
function rejectIfFailedToday(cacheDir) {
  const file = failureFile(cacheDir);
  if (!existsSync(file)) return;
  const [failedAt = '', reason = ''] = readFileSync(file, 'utf8').split('\n');
  const age = Date.now() - Date.parse(failedAt);
  if (age >= 0 && age < DAY_MS) {
    throw new EngineUnavailableError(
      DOWNLOAD_FAILED,
      `${reason}, at ${failedAt}; remove ${file} to try again today`,
    );
  }
}

/**
 * @param {string} cacheDir
 * @param {EngineUnavailableError} failure
 */
function saveFailure(cacheDir, failure) {
  const reason = failure.message.slice(DOWNLOAD_FAILED.length + 2).split('\n')[0] ?? '';
  try {
    writeFileSync(failureFile(cacheDir), `${new Date().toISOString()}\n${reason}\n`);
  } catch {
    // A full disk, for instance: the next start tries to download again.
  }
}

/** @param {string} cacheDir */
function failureFile(cacheDir) {
  return join(cacheDir, 'mongodb-download-failed');
}

/** @param {string} cacheDir */
function pathFile(cacheDir) {
  return join(cacheDir, 'mongodb-downloaded-to');
}
