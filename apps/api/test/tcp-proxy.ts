import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A TCP proxy that simulates network failures between a client and a server. */
export interface TcpProxy {
  port: number;
  open(): Promise<void>;
  /** Connections stay open, but all data is dropped until `disconnect`. */
  dropData(): void;
  /** Delays each chunk by this many milliseconds. */
  delay(ms: number): void;
  /** Forwards a few bytes at a time. */
  trickle(): void;
  /** Forwards data without delay again. */
  forwardData(): void;
  /** Ends the client's side of the connections to the server, without notifying the client. */
  halfClose(): void;
  /** Destroys all connections and rejects new ones. */
  disconnect(): Promise<void>;
}

type Mode = 'pass' | 'drop' | 'trickle' | { delayMs: number };

const TRICKLE_BYTES = 48;
const TRICKLE_MS = 4;

/** Forwards a chunk in the current mode; resolves when the next one can be forwarded. */
async function forward(chunk: Buffer, to: Socket, mode: () => Mode): Promise<void> {
  const currentMode = mode();
  if (currentMode === 'drop') return;
  let at = 0;
  for (; at < chunk.length && mode() === 'trickle'; at += TRICKLE_BYTES) {
    to.write(chunk.subarray(at, at + TRICKLE_BYTES));
    await delay(TRICKLE_MS);
  }
  if (typeof currentMode === 'object') await delay(currentMode.delayMs);
  if (at >= chunk.length || to.destroyed || to.write(chunk.subarray(at))) return;
  await new Promise<void>((resolve) => {
    to.once('drain', resolve);
    to.once('close', resolve);
  });
}

/** Creates a proxy on a free loopback port; it rejects connections until `open`. */
export async function createTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const serverSockets = new Set<Socket>();
  let mode: Mode = 'pass';
  const server = createServer((clientSocket) => {
    const serverSocket = connect(target);
    serverSockets.add(serverSocket);
    for (const [from, to] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk: Buffer) => {
        from.pause();
        void forward(chunk, to, () => mode).then(() => from.resume());
      });
      from.on('end', () => to.end());
      // `close` follows and destroys the other side.
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        serverSockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = async (port: number) => {
    mode = 'pass';
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const disconnect = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  await disconnect();
  return {
    port,
    open: () => listen(port),
    disconnect,
    dropData: () => {
      mode = 'drop';
    },
    delay: (delayMs) => {
      mode = { delayMs };
    },
    trickle: () => {
      mode = 'trickle';
    },
    forwardData: () => {
      mode = 'pass';
    },
    halfClose: () => {
      for (const socket of serverSockets) socket.end();
    },
  };
}
