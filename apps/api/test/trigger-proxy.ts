import { connect, createServer, type Socket } from 'node:net';
import { findFreePort } from '@safarnama/database';

/** Part of the insert command for a collection, as it is sent to the database. */
export const buildInsertCommand = (collection: string) =>
  `insert\u0000${String.fromCharCode(collection.length + 1)}\u0000\u0000\u0000${collection}`;

/** Creates a database proxy that forwards a command when `handle` calls `forward`. */
export async function createCommandProxy(
  mongodbUri: string,
  handle: (command: Buffer, forward: () => void) => void,
) {
  const target = new URL(mongodbUri);
  const port = await findFreePort();
  const sockets: Socket[] = [];
  const server = createServer((clientSocket) => {
    const serverSocket = connect(Number(target.port), target.hostname);
    sockets.push(clientSocket, serverSocket);
    for (const socket of [clientSocket, serverSocket]) socket.on('error', () => undefined);
    serverSocket.pipe(clientSocket);
    clientSocket.on('data', (chunk: Buffer) => handle(chunk, () => serverSocket.write(chunk)));
    clientSocket.on('close', () => serverSocket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const uri = new URL(mongodbUri);
  uri.host = `127.0.0.1:${port}`;
  return {
    uri: uri.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Creates a database proxy that calls `onMatch` for the first command with this text, and drops it and later ones. */
export async function createTriggerProxy(mongodbUri: string, text: string, onMatch: () => void) {
  let isTriggered = false;
  const proxy = await createCommandProxy(mongodbUri, (command, forward) => {
    if (!isTriggered && command.includes(text)) {
      isTriggered = true;
      onMatch();
    }
    if (!isTriggered) forward();
  });
  return { ...proxy, isTriggered: () => isTriggered };
}
