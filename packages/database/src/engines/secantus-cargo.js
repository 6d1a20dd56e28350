import { buildNative } from '../build-native.js';
import { startSecantus } from './secantus-server.js';

/**
 * The last resort: builds SecantusDB's native server when it was requested, or when its Python server cannot run.
 *
 * @type {import('../engine.js').Engine}
 */
export const secantusCargo = {
  name: 'secantus-native',
  family: 'secantus',

  async find() {
    return null; // an existing build is found by `secantus-native.js`, which comes earlier
  },

  async install(context) {
    return { command: await buildNative(context), args: [], env: {} };
  },

  start: startSecantus,
};
