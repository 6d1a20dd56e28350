import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy to the product that can silently drop all traffic. */
interface TcpProxy {
  /** URL of the product through the proxy. */
  url: string;
  /**
   * Drops all traffic without closing connections, so that neither side notices. Open connections stay dead;
   * `restore` lets new connections through.
   */
  blackhole: () => void;
  restore: () => void;
  close: () => Promise<void>;
}

/** Starts a proxy to the product at `target` on a free local port. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
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
      // The close event follows; the reason does not matter.
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
