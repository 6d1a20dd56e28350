/**
 * The parts of `packages/database` that the commands use. They are imported by path, because importing them by package
 * name only works after the packages have been installed, and a command starts before that.
 */

/** @typedef {import('../../packages/database/src/guarded-process.js').Exit} Exit */
/** @typedef {import('../../packages/database/src/guarded-process.js').GuardedOptions} GuardedOptions */
/** @typedef {import('../../packages/database/src/guarded-process.js').GuardedProcess} GuardedProcess */

// @boundaries-ignore nothing is installed yet when this is loaded
export { DatabaseError, getErrorCode } from '../../packages/database/src/errors.js';
// @boundaries-ignore nothing is installed yet when this is loaded
export { findProgram, isExecutable } from '../../packages/database/src/find-program.js';
// @boundaries-ignore nothing is installed yet when this is loaded
export { findFreePort } from '../../packages/database/src/free-port.js';
// @boundaries-ignore nothing is installed yet when this is loaded
export { startGuarded } from '../../packages/database/src/guarded-process.js';
// @boundaries-ignore nothing is installed yet when this is loaded
export { buildNativeEngine, findRunningDatabase, startDatabase } from '../../packages/database/src/index.js';
// @boundaries-ignore nothing is installed yet when this is loaded
export { waitForLock } from '../../packages/database/src/lock.js';
// @boundaries-ignore nothing is installed yet when this is loaded
export {
  getParentPid,
  listProcesses,
  readCommandLine,
  sendSignal,
} from '../../packages/database/src/processes.js';
// @boundaries-ignore nothing is installed yet when this is loaded
export { createTail } from '../../packages/database/src/tail.js';
// @boundaries-ignore nothing is installed yet when this is loaded
export { withTimeout } from '../../packages/database/src/with-timeout.js';
