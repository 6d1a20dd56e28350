import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '@safarnama/contracts';

interface Bounds {
  /** Maximum number of bytes to discard. */
  maxBytes: number;
  /** Maximum time to wait for them, in ms. */
  maxMs: number;
}

/** Twice the largest body. 30 s suffice for a proxy, which has buffered the body, and for most uploads. */
const DEFAULT_BOUNDS: Bounds = { maxBytes: 2 * LIMITS.imageBodyBytes, maxMs: 30_000 };
const CHECK_INTERVAL_MS = 50;

/** True when the request announces a body. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * True when a rejected request has an unread body that is large or of unknown length: closing the connection is cheaper
 * than reading it. After a small body, the connection stays open.
 */
export function hasLargeUnreadBody(req: IncomingMessage): boolean {
  if (req.complete || !hasBody(req)) return false;
  const length = req.headers['content-length'];
  return length === undefined || Number(length) > LIMITS.bodyBytes;
}

/**
 * Lets clients that are still sending a rejected body read the response. Node.js destroys the connection as soon as
 * the response is written; unread bytes then reset it, and a proxy reports 502 in place of the response. Here, the
 * server half-closes the connection and discards what arrives, within bounds.
 */
export function enableLingeringClose(http: Server, { maxBytes, maxMs }: Bounds = DEFAULT_BOUNDS): void {
  const requests = new WeakMap<Socket, IncomingMessage>();

  function discardRest(socket: Socket, req: IncomingMessage): void {
    const deadline = performance.now() + maxMs;
    const maxBytesRead = socket.bytesRead + maxBytes;
    req.resume();
    socket.end();
    const timer = setInterval(() => {
      const isOver = socket.bytesRead > maxBytesRead || performance.now() > deadline;
      if (req.complete || isOver) socket.destroy();
    }, CHECK_INTERVAL_MS);
    socket.once('close', () => clearInterval(timer));
  }

  http.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      const req = requests.get(socket);
      if (req && !req.complete) discardRest(socket, req);
      else destroySoon();
    };
  });
  http.prependListener('request', (req: IncomingMessage) => requests.set(req.socket, req));
}
