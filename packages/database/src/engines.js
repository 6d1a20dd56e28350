import { memoryServer } from './engines/memory-server.js';
import { mongod } from './engines/mongod.js';
import { secantusCargo } from './engines/secantus-cargo.js';
import { secantusNative } from './engines/secantus-native.js';
import { secantusPython } from './engines/secantus-python.js';

/**
 * All engines, in the order in which they are tried. `secantus-native` occurs twice: already built, and to be built.
 *
 * @type {readonly import('./engine.js').Engine[]}
 */
export const ENGINES = [mongod, memoryServer, secantusNative, secantusPython, secantusCargo];
