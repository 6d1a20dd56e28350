import { findBuiltNative } from '../build-native.js';
import { EngineUnavailableError } from '../errors.js';
import { findProgram } from '../find-program.js';
import { startSecantus } from './secantus-server.js';

/**
 * SecantusDB's native server, when it has been built (`npm run db:build`) or is on PATH.
 *
 * @type {import('../engine.js').Engine}
 */
export const secantusNative = {
  name: 'secantus-native',
  family: 'secantus',

  async find({ cacheDir, env }) {
    // The pinned build first: it is the one that this project is tested with.
    const command = findBuiltNative(cacheDir) ?? findProgram(['secantusd-rs'], env);
    return command === null ? null : { command, args: [], env: {} };
  },

  async install() {
    // Three minutes are too long while there may be another engine; `secantus-cargo.js` comes last.
    throw new EngineUnavailableError('no native build', 'npm run db:build makes one');
  },

  start: startSecantus,
};
