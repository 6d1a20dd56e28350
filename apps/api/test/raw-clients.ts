import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import WebSocket from 'ws';

/** After this long without an event, all earlier changes have been sent: an update follows within a second. */
const QUIET_MS = 1_500;

/** Clients that count the bytes that the server sends. */
interface RawClients {
  /**
   * Runs a change, and waits until every client has received an event that contains `expected`, and no more follow.
   *
   * @returns the bytes of all events in this time.
   * @throws Error when the server has closed the connection of a client, which will never receive the event.
   */
  measureBytes(change: () => Promise<unknown>, expected: string): Promise<number>;
  close(): Promise<void>;
}

/** Computes the size of a WebSocket frame from a server: payload and header. */
function computeFrameSize(payload: number): number {
  return payload + (payload < 126 ? 2 : payload < 65_536 ? 4 : 10);
}

/** Connects one WebSocket per cookie with the Socket.IO protocol, without the overhead of its client. */
export async function openRawClients(
  url: string,
  cookies: readonly string[],
  auth: Readonly<Record<string, unknown>>,
  quietMs = QUIET_MS,
): Promise<RawClients> {
  let bytes = 0;
  let lastAt = performance.now();
  let expectedText = '';
  const notified = new Set<WebSocket>();
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;

  async function open(cookie: string): Promise<WebSocket> {
    const socket = new WebSocket(address, { headers: { cookie }, perMessageDeflate: false });
    const connected = new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      // For example, the server cannot look up the session.
      socket.on('close', () => reject(new Error('The server closed the connection before it was accepted')));
      socket.on('message', (data: Buffer) => {
        const text = data.toString();
        // Engine.IO: 0 open, 2 ping. Socket.IO: 40 connect, 44 connect error, 42 event.
        if (text.startsWith('0')) socket.send(`40${JSON.stringify(auth)}`);
        else if (text === '2') socket.send('3');
        else if (text.startsWith('40')) resolve();
        else if (text.startsWith('44')) reject(new Error(text));
        else if (text.startsWith('42')) {
          bytes += computeFrameSize(data.length);
          lastAt = performance.now();
          if (expectedText !== '' && text.includes(expectedText)) notified.add(socket);
        }
      });
    });
    await connected;
    return socket;
  }

  const sockets: WebSocket[] = [];
  for (let start = 0; start < cookies.length; start += 50) {
    sockets.push(...(await Promise.all(cookies.slice(start, start + 50).map(open))));
  }

  async function waitForQuiet(): Promise<void> {
    while (performance.now() - lastAt < quietMs) await delay(50);
  }

  return {
    async measureBytes(change, expected) {
      await waitForQuiet();
      bytes = 0;
      expectedText = expected;
      notified.clear();
      await change();
      while (notified.size < sockets.length) {
        if (sockets.some(({ readyState }) => readyState !== WebSocket.OPEN))
          throw new Error('The server closed the connection of a client');
        await delay(20);
      }
      await waitForQuiet();
      return bytes;
    },
    async close() {
      const open = sockets.filter(({ readyState }) => readyState !== WebSocket.CLOSED);
      const closed = Promise.all(open.map((socket) => once(socket, 'close')));
      for (const socket of open) socket.close();
      await closed;
    },
  };
}
