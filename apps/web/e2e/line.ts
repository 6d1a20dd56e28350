import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to the product that can die without a word. */
export interface Line {
  /** The product's address at this end of the line. */
  url: string;
  /**
   * From now on nothing comes through, and nothing is closed: who waits learns nothing. What is open now stays dead;
   * `restore` lets new connections through.
   */
  swallow: () => void;
  restore: () => void;
  close: () => Promise<void>;
}

/** Opens a line to the product at `target`, on a free port of this machine. */
export async function openLine(target: string): Promise<Line> {
  const { hostname, port: targetPort } = new URL(target);
  const ends = new Set<Socket>();
  /** Those that have fallen into the hole. */
  const dead = new Set<Socket>();
  let isSwallowing = false;
  const server = createServer((near) => {
    const far = connect(Number(targetPort), hostname);
    if (isSwallowing) dead.add(near).add(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on('data', (part) => {
        if (!dead.has(from)) to.write(part);
      });
      // A broken end is told by its close; the reason is of no interest.
      from.on('error', () => undefined);
      from.on('close', () => {
        ends.delete(from);
        if (!dead.has(from)) to.destroy();
      });
    }
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    swallow() {
      isSwallowing = true;
      for (const end of ends) dead.add(end);
    },
    restore() {
      isSwallowing = false;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const end of ends) end.destroy();
      await closed;
    },
  };
}
