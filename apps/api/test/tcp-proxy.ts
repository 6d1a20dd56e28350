import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a server that can be cut: a database that goes away and comes back, a train in a tunnel. */
interface TcpProxy {
  port: number;
  open(): Promise<void>;
  /** Connections stay, and what is sent through them is gone, until `cut`. */
  swallow(): void;
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>;
}

/** Takes a free port of loopback for the line, which is cut at first. */
export async function createTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      if (isSilent) from.resume();
      else from.pipe(to);
      // A broken side ends the other; the reason is of no interest.
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = async () => {
    isSilent = false;
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const swallow = () => {
    isSilent = true;
    for (const socket of sockets) socket.unpipe().resume();
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  await cut();
  return { port, open: () => listen(port), swallow, cut };
}
