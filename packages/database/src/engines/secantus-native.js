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
    // The pinned build takes precedence, because this project is tested with it.
    const command = findBuiltNative(cacheDir) ?? findProgram(['secantusd-rs'], env);
    return command === null ? null : { command, args: [], env: {} };
  },

  async install() {
    // The build takes three minutes, so other engines are tried first; `secantus-cargo.js` comes last.
    throw new EngineUnavailableError('no native build', 'npm run db:build creates one');
  },

  start: startSecantus,
};
