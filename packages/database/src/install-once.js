import { waitForLock } from './lock.js';
import { createCacheDir } from './settings.js';

/**
 * Installs something into the cache folder. Concurrent installations wait for each other, and use what another one has
 * installed.
 *
 * @template T
 * @param {import('./engine.js').InstallContext} context
 * @param {object} installation
 * @param {string} installation.lockFile - in the cache folder.
 * @param {string} installation.activity - as in "is building the server".
 * @param {() => T | null} installation.find - looks for what another process has just installed.
 * @param {() => Promise<T>} installation.install
 * @returns {Promise<T>}
 * @throws {import('./errors.js').EngineUnavailableError} when the cache folder is not writable; errors of `install`.
 */
export async function installOnce({ cacheDir, onProgress, signal }, { lockFile, activity, find, install }) {
  createCacheDir(cacheDir);
  const lock = await waitForLock(lockFile, {
    onWait: ({ pid }) => onProgress(`Process ${pid} is ${activity}; waiting for it…`),
    signal,
  });
  try {
    return find() ?? (await install());
  } finally {
    lock.release();
  }
}
