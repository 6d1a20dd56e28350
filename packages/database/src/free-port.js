import { createServer } from 'node:net';
import { getErrorCode, PortTakenError } from './errors.js';

/** @returns {Promise<number>} a port on loopback that is currently free. */
export function findFreePort() {
  return listenOnce(0);
}

/**
 * @param {number} port
 * @returns {Promise<void>}
 * @throws {PortTakenError} when another program listens on it.
 */
export async function requireFreePort(port) {
  try {
    await listenOnce(port);
  } catch (error) {
    if (getErrorCode(error) === 'EADDRINUSE') throw new PortTakenError(port);
    throw error;
  }
}

/**
 * @param {number} port
 * @returns {Promise<number>}
 */
function listenOnce(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}
