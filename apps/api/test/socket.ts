import type { ClientToServerEvents, ServerToClientEvents } from '@safarnama/contracts';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { afterEach, vi } from 'vitest';
import type { TestApp } from './app.js';

type ClientSocket = Socket<ServerToClientEvents, ClientToServerEvents>;
type Events = ServerToClientEvents;
type Payload<E extends keyof Events> = Parameters<Events[E]>[0];

interface Options extends Partial<ManagerOptions & SocketOptions> {
  /** The session's `Cookie` header. */
  cookie?: string;
  origin?: string;
}

/** A Socket.IO client that records all events. */
export interface TestSocket {
  client: ClientSocket;
  /** Payloads of an event so far, oldest first. */
  received<E extends keyof Events>(event: E): Payload<E>[];
  /** Times of an event so far, in ms of the monotonic clock. */
  listTimes(event: keyof Events): number[];
  /** Ids of online users according to lists and deltas, sorted. */
  online(): string[];
  /** Reason of the last disconnect; null before the first one. */
  disconnectReason(): string | null;
}

/** Generous for a busy machine; the awaited conditions usually take milliseconds. */
const DEFAULT_TIMEOUT_MS = 15_000;

/** Waits until a check no longer throws; `timeout` in ms. */
export function until(check: () => void, timeout = DEFAULT_TIMEOUT_MS): Promise<void> {
  return vi.waitFor(check, { timeout, interval: 5 });
}

/** Ids in the last `getOnlineUsers` that a socket has received, sorted. */
export function lastOnlineList(socket: TestSocket): string[] {
  return [...(socket.received('getOnlineUsers').at(-1) ?? [])].sort();
}

/** Creates sockets to an app and disconnects them after each test. */
export function useSockets(app: Pick<TestApp, 'url'>) {
  const clients: ClientSocket[] = [];
  afterEach(() => {
    for (const client of clients.splice(0)) client.disconnect();
  });

  function create({ cookie, origin, ...options }: Options = {}): TestSocket {
    const client: ClientSocket = io(app.url, {
      path: '/socket.io',
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: { ...(cookie ? { Cookie: cookie } : {}), ...(origin ? { Origin: origin } : {}) },
      ...options,
    });
    clients.push(client);
    const log: { event: string; payload: unknown; at: number }[] = [];
    let lastReason: string | null = null;
    let online = new Set<string>();
    client.on('getOnlineUsers', (list) => {
      online = new Set(list);
    });
    client.on('presenceDelta', (delta) => {
      for (const id of delta.online) online.add(id);
      for (const id of delta.offline) online.delete(id);
    });
    client.onAny((event: string, payload: unknown) => log.push({ event, payload, at: performance.now() }));
    client.on('disconnect', (reason) => {
      lastReason = reason;
    });
    const listEntries = (event: string) => log.filter((entry) => entry.event === event);
    return {
      client,
      // The cast is safe: each entry has the payload of its own event.
      received: <E extends keyof Events>(event: E) =>
        listEntries(event).map(({ payload }) => payload as Payload<E>),
      listTimes: (event) => listEntries(event).map(({ at }) => at),
      online: () => [...online].sort(),
      disconnectReason: () => lastReason,
    };
  }

  return {
    /** Creates a socket without waiting for its connection. */
    create,

    /** Connects a socket and waits for its first `getOnlineUsers`. @throws the connection error. */
    async open(options: Options): Promise<TestSocket> {
      const socket = create(options);
      await new Promise<void>((resolve, reject) => {
        socket.client.once('connect', resolve);
        socket.client.once('connect_error', reject);
      });
      await until(() => {
        if (socket.received('getOnlineUsers').length === 0) throw new Error('no getOnlineUsers yet');
      });
      return socket;
    },

    /** Waits for the connection error of a rejected handshake. */
    waitForRejection(options: Options): Promise<Error> {
      const { client } = create(options);
      return new Promise((resolve, reject) => {
        client.once('connect_error', resolve);
        client.once('connect', () => reject(new Error('The socket was admitted')));
      });
    },
  };
}
