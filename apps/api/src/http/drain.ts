import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

/** How long requests may continue to run after a stop; then their connections are closed. */
const DRAIN_TIMEOUT_MS = 9_500;
const IDLE_CHECK_MS = 50;
const MAX_LISTENERS = 20;

interface Connection {
  /** Responses that have not been sent completely, including written ones that a slow client has not read yet. */
  activeResponses: Set<ServerResponse>;
  /** `bytesRead` at the end of the last response; a higher number means that another request is arriving. */
  readBytes: number;
}

/** Closes the connections of a server without truncating a response. */
interface ConnectionDrain {
  /** Closes each connection after its last response, and all after 9.5 s. `stop` cancels the timers. */
  begin(): { stop(): void };
}

/**
 * Tracks the connections of a server. Replaces `closeIdleConnections` of Node.js, which `close` calls: it treats a
 * connection as idle once its response is written, and so truncates what a slow client has not read yet.
 */
export function createDrain(http: Server, logger: Logger): ConnectionDrain {
  const connections = new Map<Socket, Connection>();
  let isDraining = false;

  /** Asks the client to send no further request on this connection. */
  function announceClose(res: ServerResponse): void {
    if (!res.headersSent) res.setHeader('Connection', 'close');
  }

  http.on('connection', (socket: Socket) => {
    connections.set(socket, { activeResponses: new Set(), readBytes: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  http.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req;
    const connection = connections.get(socket);
    if (!connection) return;
    connection.activeResponses.add(res);
    // Logging, metrics, compression and the stream of a picture each add listeners.
    res.setMaxListeners(MAX_LISTENERS);
    if (isDraining) announceClose(res);
    res.once('close', () => {
      connection.activeResponses.delete(res);
      connection.readBytes = socket.bytesRead;
    });
  });
  // Socket.IO closes upgraded connections itself.
  http.on('upgrade', (req: IncomingMessage) => connections.delete(req.socket));

  http.closeIdleConnections = () => {
    for (const [socket, { activeResponses, readBytes }] of connections) {
      if (activeResponses.size === 0 && socket.bytesRead === readBytes) socket.destroy();
    }
  };

  return {
    begin() {
      isDraining = true;
      for (const { activeResponses } of connections.values())
        for (const res of activeResponses) announceClose(res);
      const idleCheckTimer = setInterval(() => http.closeIdleConnections(), IDLE_CHECK_MS);
      const forceCloseTimer = setTimeout(() => {
        logger.warn('Closing connections of requests that did not finish in time');
        http.closeAllConnections();
      }, DRAIN_TIMEOUT_MS);
      return {
        stop() {
          clearInterval(idleCheckTimer);
          clearTimeout(forceCloseTimer);
        },
      };
    },
  };
}
