import { buildNative } from '../build-native.js';
import { startSecantus } from './secantus-server.js';

/**
 * The last resort: builds SecantusDB's native server, where it was asked for or there is no Python for the other one.
 *
 * @type {import('../engine.js').Engine}
 */
export const secantusCargo = {
  name: 'secantus-native',
  family: 'secantus',

  async find() {
    return null; // a built one is found earlier in the list
  },

  async install(context) {
    return { command: await buildNative(context), args: [], env: {} };
  },

  start: startSecantus,
};
