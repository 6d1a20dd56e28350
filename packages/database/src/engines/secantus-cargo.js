import { buildNative } from '../build-native.js';
import { startSecantus } from './secantus-server.js';

/**
 * The last resort: builds SecantusDB's native server, where there is no Python for the other one.
 *
 * @type {import('../engine.js').Engine}
 */
export const secantusCargo = {
  name: 'secantus-cargo',
  family: 'secantus',

  async find() {
    return null; // once built it is `secantus-native`, earlier in the list
  },

  async install(context) {
    return { command: await buildNative(context), args: [], env: {} };
  },

  start: startSecantus,
};
