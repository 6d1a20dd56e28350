import { buildNative, findBuiltNative } from './build-native.js';
import { DatabaseError, EngineUnavailableError } from './errors.js';
import { findCacheDir } from './settings.js';

/**
 * Builds the native engine into the user's cache folder, once (`npm run db:build`); about 3 minutes on two cores.
 *
 * @param {object} options
 * @param {import('./environment.js').Environment} options.env
 * @param {(text: string) => void} [options.onProgress] - receives lines to print in the terminal.
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<{ path: string, wasBuilt: boolean }>} the program, and whether it had been built before.
 * @throws {DatabaseError} when cargo, cmake or a C compiler is missing, or the build fails.
 */
export async function buildNativeEngine({
  env,
  onProgress = () => {},
  signal = new AbortController().signal,
}) {
  const cacheDir = findCacheDir(env);
  const wasBuilt = findBuiltNative(cacheDir) !== null;
  try {
    return { path: await buildNative({ env, cacheDir, onProgress, signal }), wasBuilt };
  } catch (error) {
    if (error instanceof EngineUnavailableError)
      throw new DatabaseError(`The native database engine: ${error.message}.`);
    throw error;
  }
}
