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

/** A real client over a real port, which notes all it gets. */
export interface TestSocket {
  client: ClientSocket;
  /** Payloads of an event so far, oldest first. */
  received<E extends keyof Events>(event: E): Payload<E>[];
  /** When the payloads of an event came, on the monotonic clock. */
  timesOf(event: keyof Events): number[];
  /** The people online as its client knows from lists and deltas, sorted. */
  online(): string[];
  /** Why it was disconnected; null while it is not. */
  disconnectReason(): string | null;
}

/** How long what should take moments may take on a busy machine. */
const DEFAULT_TIMEOUT_MS = 15_000;

/** Waits until something holds that takes moments; `timeout` in ms. */
export function until(check: () => void, timeout = DEFAULT_TIMEOUT_MS): Promise<void> {
  return vi.waitFor(check, { timeout, interval: 5 });
}

/** The people online as a socket was told last, sorted. */
export function lastOnlineList(socket: TestSocket): string[] {
  return [...(socket.received('getOnlineUsers').at(-1) ?? [])].sort();
}

/** Opens sockets to an app, and closes them after each test. */
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
    const of = (event: string) => log.filter((entry) => entry.event === event);
    return {
      client,
      // What is noted under an event's name is its payload.
      received: <E extends keyof Events>(event: E) => of(event).map(({ payload }) => payload as Payload<E>),
      timesOf: (event) => of(event).map(({ at }) => at),
      online: () => [...online].sort(),
      disconnectReason: () => lastReason,
    };
  }

  return {
    /** A socket that may still be refused. */
    create,

    /** A socket that is connected and has its first list of people. @throws the refusal. */
    async open(options: Options): Promise<TestSocket> {
      const socket = create(options);
      await new Promise<void>((resolve, reject) => {
        socket.client.once('connect', resolve);
        socket.client.once('connect_error', reject);
      });
      await vi.waitFor(
        () => {
          if (socket.received('getOnlineUsers').length === 0) throw new Error('no list of people yet');
        },
        { timeout: DEFAULT_TIMEOUT_MS, interval: 5 },
      );
      return socket;
    },

    /** The refusal of a handshake, as the client gets it. */
    refusal(options: Options): Promise<Error> {
      const { client } = create(options);
      return new Promise((resolve, reject) => {
        client.once('connect_error', resolve);
        client.once('connect', () => reject(new Error('The socket was let in')));
      });
    },
  };
}
