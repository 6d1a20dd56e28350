/**
 * Provides a running MongoDB server for trials and tests on any machine. Loading it imports no dependency, because it
 * runs before anything is installed.
 *
 * @typedef {import('./start-database.js').Database} Database
 * @typedef {import('./start-database.js').DatabaseOptions} DatabaseOptions
 * @typedef {import('./engine.js').Engine} Engine
 * @typedef {import('./engine.js').EngineName} EngineName
 * @typedef {import('./environment.js').Environment} Environment
 */
export { buildNativeEngine } from './build-native-engine.js';
export { DatabaseError } from './errors.js';
export { findFreePort } from './free-port.js';
export { findRunningDatabase } from './running-database.js';
export { startDatabase } from './start-database.js';
