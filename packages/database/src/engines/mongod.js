import { EngineUnavailableError } from '../errors.js';
import { findProgram, isExecutable } from '../find-program.js';
import { startServer } from '../server-process.js';

/** @typedef {import('../engine.js').Engine} Engine */

/**
 * An installed MongoDB server: MONGOD_BINARY, or `mongod` on PATH.
 *
 * @type {Engine}
 */
export const mongod = {
  name: 'mongod',
  family: 'mongod',

  async find({ env }) {
    if (env.MONGOD_BINARY) {
      if (isExecutable(env.MONGOD_BINARY)) return { command: env.MONGOD_BINARY, args: [], env: {} };
      throw new EngineUnavailableError(
        'MONGOD_BINARY is not executable',
        `${env.MONGOD_BINARY} is missing or cannot be run`,
      );
    }
    const command = findProgram(['mongod'], env);
    return command === null ? null : { command, args: [], env: {} };
  },

  async install() {
    throw new EngineUnavailableError('no mongod on PATH');
  },

  start: startMongod,
};

/**
 * Starts a real mongod, wherever it comes from.
 *
 * @type {Engine['start']}
 */
export async function startMongod(context, program, port) {
  return startServer(context, program, {
    args: [
      ...['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', context.dataPath],
      // The minimum: trials have little data, and test machines little memory.
      ...['--nounixsocket', '--wiredTigerCacheSizeGB', '0.25'],
    ],
    port,
    ready: /waiting for connections/i,
  });
}
