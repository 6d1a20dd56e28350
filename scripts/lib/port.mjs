import { createServer } from 'node:net';
import { CommandError, getErrorCode } from './errors.mjs';

/**
 * Finds out before the build whether the product can listen. A wrong PORT or HOST is left to the API, which names
 * every wrong setting at once.
 *
 * @param {import('./environment.mjs').Environment} env
 * @param {string} command - for the advice: `npm start`.
 * @returns {Promise<void>}
 * @throws {CommandError} one sentence, when the port is taken or may not be used.
 */
export async function requireFreePort(env, command) {
  const { port, host } = readListenAddress(env);
  if (!Number.isInteger(port) || port < 1 || port > 65_534) return;
  const code = await tryListen(port, host);
  const advice = `choose another: PORT=${Math.max(port + 1, 3000)} ${command}`;
  if (code === 'EADDRINUSE') {
    throw new CommandError(`Port ${port} is taken. Stop what listens there or ${advice}`);
  }
  if (code === 'EACCES')
    throw new CommandError(`Port ${port} needs special rights on this machine; ${advice}`);
}

/**
 * @param {import('./environment.mjs').Environment} env
 * @returns {{ port: number, host: string }} where the API will listen.
 */
export function readListenAddress(env) {
  return { port: Number(env.PORT?.trim() || 3000), host: env.HOST?.trim() || '127.0.0.1' };
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>} the system's code when it cannot listen.
 */
function tryListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(getErrorCode(error)));
    server.listen({ port, host }, () => server.close(() => resolve(undefined)));
  });
}
