import { connect, createServer } from 'node:net';
import { getErrorCode } from './database-package.mjs';
import { CommandError } from './errors.mjs';

/** Longer than any program on the same machine needs to accept a connection. */
const CONNECT_TIMEOUT_MS = 1000;

/**
 * Checks before the build that the product will be able to listen. An invalid PORT or HOST is left to the API, which
 * reports all invalid settings at once.
 *
 * @param {import('./environment.mjs').Environment} env
 * @param {string} command - for the advice: `npm start`.
 * @returns {Promise<void>}
 * @throws {CommandError} when the port is taken or not permitted.
 */
export async function requireFreePort(env, command) {
  const { port, host } = readListenAddress(env);
  if (!Number.isInteger(port) || port < 1 || port > 65_534) return;
  const code = (await tryListen(port, host)) ?? (await findOtherServer(port, host));
  const advice = `choose another: PORT=${Math.max(port + 1, 3000)} ${command}`;
  if (code === 'EADDRINUSE') {
    throw new CommandError(`Port ${port} is already in use. Stop the process that uses it, or ${advice}`);
  }
  if (code === 'EACCES')
    throw new CommandError(`Port ${port} requires special permissions on this machine; ${advice}`);
}

/**
 * @param {import('./environment.mjs').Environment} env
 * @returns {{ port: number, host: string }} where the API will listen.
 */
export function readListenAddress(env) {
  return { port: Number(env.PORT?.trim() || 3000), host: env.HOST?.trim() || '127.0.0.1' };
}

/**
 * @param {import('./environment.mjs').Environment} env
 * @returns {string} URL without a path under which this machine reaches the API.
 */
export function readApiOrigin(env) {
  const { port, host } = readListenAddress(env);
  const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>} the system's error code when listening fails.
 */
function tryListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(getErrorCode(error)));
    server.listen({ port, host }, () => server.close(() => resolve(undefined)));
  });
}

/**
 * Looks for a server to which `localhost`, the printed address, leads instead of the API: browsers try IPv6 first. It
 * is found by connecting, because macOS lets a program listen on an address while another listens on all of them.
 *
 * @param {number} port
 * @param {string} host
 * @returns {Promise<'EADDRINUSE' | undefined>}
 */
function findOtherServer(port, host) {
  return new Promise((resolve) => {
    if (!['127.0.0.1', '0.0.0.0'].includes(host)) return resolve(undefined);
    const socket = connect({ port, host: '::1', timeout: CONNECT_TIMEOUT_MS });
    socket.once('connect', () => resolve('EADDRINUSE'));
    for (const event of ['connect', 'timeout']) socket.once(event, () => socket.destroy());
    socket.once('error', () => {}); // nothing listens, or there is no IPv6
    socket.once('close', () => resolve(undefined));
  });
}
