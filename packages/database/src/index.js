/**
 * A running MongoDB server for trying and testing, on any machine. It imports no dependency when it is loaded: it runs
 * before anything is installed.
 *
 * @typedef {import('./start-database.js').Database} Database
 * @typedef {import('./start-database.js').DatabaseOptions} DatabaseOptions
 * @typedef {import('./engine.js').Engine} Engine
 * @typedef {import('./engine.js').EngineName} EngineName
 * @typedef {import('./environment.js').Environment} Environment
 */
export { buildNativeEngine } from './build-native-engine.js';
export { ENGINES } from './engines.js';
export { DatabaseError } from './errors.js';
export { findRunningDatabase } from './running-database.js';
export { startDatabase } from './start-database.js';
