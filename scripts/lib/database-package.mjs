/**
 * The parts of `packages/database` that the commands use, by their path: by their name they can only be found once the
 * packages are installed, and a command begins before that.
 */
// @boundaries-ignore nothing is installed yet when this is loaded
export { buildNativeEngine, findRunningDatabase, startDatabase } from '../../packages/database/src/index.js';
// @boundaries-ignore nothing is installed yet when this is loaded
export { waitForLock } from '../../packages/database/src/lock.js';
// @boundaries-ignore nothing is installed yet when this is loaded
