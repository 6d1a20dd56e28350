import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { LIMITS } from '@safarnama/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { enableLingeringClose } from './lingering-close.js';

useDatabase();
const app = useApp();

const CHUNK = Buffer.alloc(64_000, 'x');

/** Sends a request head and body chunks until `bytes` are sent or the server closes. @returns what it received. */
async function sendUntilClosed(port: number, head: string, bytes: number) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const errors: Error[] = [];
  socket.on('error', (error) => errors.push(error));
  let response = '';
  socket.setEncoding('utf8').on('data', (data: string) => {
    response += data;
  });
  const closed = once(socket, 'close').catch(() => {});
  socket.write(head);
  let sent = 0;
  for (; sent < bytes && socket.writable; sent += CHUNK.length) {
    if (!socket.write(CHUNK)) await Promise.race([once(socket, 'drain'), closed]).catch(() => {});
  }
  socket.end();
  await closed;
  return { response, sent, errors };
}

const headOf = (path: string, cookie: string, headers: string[]) =>
  [
    `PUT ${path} HTTP/1.1`,
    'Host: a',
    `Cookie: ${cookie}`,
    'Content-Type: application/json',
    ...headers,
    '',
    '',
  ].join('\r\n');

describe('a body that is rejected before it has arrived', () => {
  it.each([
    ['with a length, on a connection to be closed', ['Content-Length: 16000000', 'Connection: close']],
    ['with a length, on a keep-alive connection', ['Content-Length: 16000000']],
  ])('%s: gets the complete 413 response and is read to its end', async (_case, headers) => {
    const { cookie } = await signIn(app);
    const head = headOf('/api/auth/update-profile', cookie, headers);

    const { response, sent, errors } = await sendUntilClosed(Number(new URL(app.url).port), head, 16_000_000);

    expect(response).toMatch(/^HTTP\/1.1 413 /);
    expect(response).toContain('Connection: close');
    expect(response).toContain('"code":"too_large"');
    expect(errors).toEqual([]);
    expect(sent).toBeGreaterThanOrEqual(16_000_000);
  });

  it('chunked and beyond the limit: gets 413 before its end', async () => {
    const { cookie } = await signIn(app);
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(headOf('/api/auth/privacy', cookie, ['Transfer-Encoding: chunked']));
    const size = LIMITS.bodyBytes + 1;
    socket.write(`${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`);

    const [data] = await once(socket, 'data');
    socket.destroy();

    expect(String(data)).toMatch(/^HTTP\/1.1 413 /);
  });
});

describe('enableLingeringClose', () => {
  let server: Server | undefined;
  afterEach(() => void server?.closeAllConnections());

  it.each([
    ['bytes', { maxBytes: 1_000_000, maxMs: 60_000 }],
    ['time', { maxBytes: Number.POSITIVE_INFINITY, maxMs: 100 }],
  ])('beyond its %s: closes the connection of a client that continues to send', async (_case, bounds) => {
    server = createServer((_req, res) => void res.writeHead(413, { Connection: 'close' }).end('too large'));
    enableLingeringClose(server, bounds);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    const { response, errors } = await sendUntilClosed(
      port,
      headOf('/', '', ['Content-Length: 99000000000']),
      99e9,
    );

    expect(response).toContain('too large');
    expect(errors.length).toBeLessThanOrEqual(1);
    server.close();
    await once(server, 'close');
  });
});
