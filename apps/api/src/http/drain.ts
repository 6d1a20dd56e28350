import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

/** How long requests may go on after a stop was asked for; then their connections are cut. */
const DRAIN_TIMEOUT_MS = 9_500;
const IDLE_CHECK_MS = 50;
const MAX_LISTENERS = 20;

interface Connection {
  /** Answers that are not out yet; written is not out: a slow reader's answer waits in this process. */
  activeResponses: Set<ServerResponse>;
  /** Bytes it had sent when its last answer was out: with more of them, another request is on its way. */
  readBytes: number;
}

/** Ends the connections of a server without cutting an answer. */
interface ConnectionDrain {
  /** Begins: each connection ends as its last answer is out, and all do after 9.5 s. Returns what stops the clock. */
  begin(): { stop(): void };
}

/**
 * Watches the connections of a server from the start. Node's own `closeIdleConnections`, which its `close` calls, takes
 * a connection as idle once its answer is written, and so cuts everything that a slow reader has not taken yet: it is
 * replaced.
 */
export function createDrain(http: Server, logger: Logger): ConnectionDrain {
  const connections = new Map<Socket, Connection>();
  let isDraining = false;

  /** A client that is told so sends nothing more on this connection. */
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
    // Log, figures, compression, the stream of a picture: each layer waits for its end.
    res.setMaxListeners(MAX_LISTENERS);
    if (isDraining) announceClose(res);
    res.once('close', () => {
      connection.activeResponses.delete(res);
      connection.readBytes = socket.bytesRead;
    });
  });
  // A socket of Socket.IO from here on, which ends it with a word.
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
        logger.warn('requests that did not end in time are cut');
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
