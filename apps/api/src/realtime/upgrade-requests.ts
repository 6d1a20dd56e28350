import type { IncomingMessage } from 'node:http';
import type { AppServer } from './socket-types.js';

/** How long a connection may take to upgrade, from its first request. */
const UPGRADE_TIMEOUT_MS = 5_000;
/** Maximum number of connections that may wait for their upgrade at the same time, in one process. */
const MAX_PENDING = 1_000;

/** A connection of engine.io, whose own type hides `id`. */
interface Connection {
  id: string;
  request: IncomingMessage;
  transport: { name: string };
  once(event: string, listener: (transport: { socket?: object }) => void): unknown;
}
/** A request as engine.io extends it. `websocket` is set when the upgrade is accepted. */
type EngineRequest = IncomingMessage & { _query?: Record<string, string>; websocket?: object };

/** Finds the requests by which connections upgrade from polling to WebSocket. */
export interface UpgradeRequests {
  /**
   * @returns the request by which a connection has upgraded or will upgrade; null when it closes or does not upgrade
   * within 5 s, and for a connection that must be identified by its first request.
   */
  find(connection: object): Promise<IncomingMessage | null>;
}

/**
 * Watches the upgrades of connections that pages of other origins open without `withCredentials`. Their polling
 * requests carry no cookies; the WebSocket upgrade does. Must be called after `io.attach`.
 */
export function watchUpgradeRequests(
  engine: AppServer['engine'],
  webOrigins: readonly string[],
): UpgradeRequests {
  const results = new WeakMap<object, Promise<IncomingMessage | null>>();
  /** By connection id: upgrade requests received so far. Only one of them can succeed. */
  const pending = new Map<string, EngineRequest[]>();

  async function waitForUpgrade(connection: Connection): Promise<IncomingMessage | null> {
    const { id } = connection;
    const requests: EngineRequest[] = [];
    pending.set(id, requests);
    let timer: NodeJS.Timeout | undefined;
    const upgradedSocket = await new Promise<object | undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), UPGRADE_TIMEOUT_MS);
      connection.once('close', () => resolve(undefined));
      connection.once('upgrade', ({ socket }) => resolve(socket));
    });
    clearTimeout(timer);
    pending.delete(id);
    return requests.find(({ websocket }) => websocket !== undefined && websocket === upgradedSocket) ?? null;
  }

  engine.on('connection', (connection: Connection) => {
    const { origin, cookie } = connection.request.headers;
    const isEligible =
      connection.transport.name === 'polling' &&
      cookie === undefined &&
      origin !== undefined &&
      webOrigins.includes(origin);
    if (isEligible && pending.size < MAX_PENDING) results.set(connection, waitForUpgrade(connection));
  });
  engine.on('headers', (_headers: unknown, request: EngineRequest) => {
    const requests = pending.get(request._query?.['sid'] ?? '');
    // engine.io checks the origin of a connection's first request only.
    if (request.headers.upgrade && webOrigins.includes(request.headers.origin ?? '')) requests?.push(request);
  });

  return {
    find: async (connection) => (await results.get(connection)) ?? null,
  };
}
