import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A TCP proxy with the bandwidth of a slow line towards the server. */
interface SlowLine {
  /** `http://127.0.0.1:PORT` of the client's side. */
  url: string;
  /** Bytes that the client has sent over the line, headers included. */
  sentBytes(): number;
  /** Closes all connections; new ones are possible at once. */
  cut(): void;
  close(): Promise<void>;
}

/** @param bytesPerSecond - bandwidth that all connections share. */
export async function createSlowLine(target: string, bytesPerSecond: number): Promise<SlowLine> {
  const sockets = new Set<Socket>();
  let sentBytes = 0;
  let freeAt = 0;

  async function forward(chunk: Buffer, to: Socket): Promise<void> {
    sentBytes += chunk.length;
    freeAt = Math.max(freeAt, performance.now()) + (chunk.length / bytesPerSecond) * 1000;
    await wait(freeAt - performance.now());
    if (!to.destroyed) to.write(chunk);
  }

  const { hostname, port } = new URL(target);
  // Small buffers: what the line has not carried should wait at the client.
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
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sentBytes: () => sentBytes,
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
