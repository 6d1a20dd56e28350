import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to the product that can die without a word. */
export interface TcpProxy {
  /** The product's address at this end of the line. */
  url: string;
  /**
   * From now on nothing comes through, and nothing is closed: who waits learns nothing. What is open now stays dead;
   * `restore` lets new connections through.
   */
  blackhole: () => void;
  restore: () => void;
  close: () => Promise<void>;
}

/** Opens a line to the product at `target`, on a free port of this machine. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  /** Those that have fallen into the hole. */
  const blackholed = new Set<Socket>();
  let isBlackholing = false;
  const server = createServer((clientSocket) => {
    const serverSocket = connect(Number(targetPort), hostname);
    if (isBlackholing) blackholed.add(clientSocket).add(serverSocket);
    for (const [from, to] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (!blackholed.has(from)) to.write(chunk);
      });
      // A broken end is told by its close; the reason is of no interest.
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        if (!blackholed.has(from)) to.destroy();
      });
    }
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    blackhole() {
      isBlackholing = true;
      for (const socket of sockets) blackholed.add(socket);
    },
    restore() {
      isBlackholing = false;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
