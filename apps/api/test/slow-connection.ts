import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A TCP proxy that limits the bandwidth towards the server, like a slow connection. */
interface SlowConnection {
  /** `http://127.0.0.1:PORT` of the client's side. */
  url: string;
  /** Bytes that the client has sent through the proxy, headers included. */
  sentBytes(): number;
  /** Closes all connections; new connections are accepted. */
  disconnect(): void;
  close(): Promise<void>;
}

/** @param bytesPerSecond - bandwidth that all connections share. */
export async function createSlowConnection(target: string, bytesPerSecond: number): Promise<SlowConnection> {
  const sockets = new Set<Socket>();
  let sentBytes = 0;
  let freeAt = 0;

  async function forward(chunk: Buffer, to: Socket): Promise<void> {
    sentBytes += chunk.length;
    freeAt = Math.max(freeAt, performance.now()) + (chunk.length / bytesPerSecond) * 1000;
    await delay(freeAt - performance.now());
    if (!to.destroyed) to.write(chunk);
  }

  const { hostname, port } = new URL(target);
  // Small buffers, so that bytes that were not forwarded yet wait at the client.
  const server = createServer({ highWaterMark: 16_384 }, (client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('data', (chunk: Buffer) => {
      client.pause();
      void forward(chunk, upstream).then(() => client.resume());
    });
    upstream.pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.on('close', () => {
      sockets.delete(client);
      sockets.delete(upstream);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sentBytes: () => sentBytes,
    disconnect,
    async close() {
      disconnect();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
