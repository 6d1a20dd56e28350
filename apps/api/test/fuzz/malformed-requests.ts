import { once } from 'node:events';
import { connect } from 'node:net';
import fc, { type Arbitrary } from 'fast-check';

/** A replacement of characters in a request. */
interface Edit {
  position: number;
  removed: number;
  inserted: string;
}

const VALID_REQUESTS = [
  'GET /api/auth/check-auth HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET /api/post/getpost/%E0%A4%9C HTTP/1.1\r\nHost: localhost\r\nCookie: safarnama_session=x\r\n\r\n',
  'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
    'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n' +
    'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  'DELETE /api/drafts/x HTTP/1.0\r\n\r\n',
];
const FRAGMENTS = [
  '\0',
  '\r',
  '\n',
  '\r\n\r\n',
  ' ',
  ':',
  'ÿþ',
  '\x1b[2J',
  'Content-Length: -1\r\n',
  'Content-Length: 99999999999999999999\r\n',
  'Transfer-Encoding: identity, chunked\r\n',
  'X: y\r\n z\r\n',
  'Expect: 100-continue\r\n',
  'Expect: the-unexpected\r\n',
  'Host: a\r\nHost: b\r\n',
  'Connection: keep-alive, Upgrade\r\nUpgrade: h2c\r\n',
  `X-Long: ${'a'.repeat(17_000)}\r\n`,
  'HTTP/9.9',
  '%',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
];
/** The server waits for the rest of an incomplete request; the client gives up after this time. */
const IDLE_TIMEOUT_MS = 150;

const edit: Arbitrary<Edit> = fc.record({
  position: fc.nat(250),
  removed: fc.nat(4),
  inserted: fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: 'binary', maxLength: 3 })),
});

/** Generates valid requests with some characters replaced. */
export const malformedRequests: Arbitrary<string> = fc
  .tuple(fc.constantFrom(...VALID_REQUESTS), fc.array(edit, { minLength: 1, maxLength: 3 }))
  .map(([validRequest, edits]) =>
    edits.reduce((request, { position, removed, inserted }) => {
      const start = position % (request.length + 1);
      return request.slice(0, start) + inserted + request.slice(start + removed);
    }, validRequest),
  );

/** Sends a raw request. @returns everything received until the server closes the connection or is idle. */
export async function sendRaw(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let response = '';
  // The server may reset the connection while the client is still writing.
  socket.on('error', () => {});
  socket.on('data', (data) => {
    response += data.toString('utf8');
  });
  socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy());
  socket.write(Buffer.from(request, 'utf8'));
  await once(socket, 'close');
  return response;
}

/**
 * Checks the raw response to a request. Accepts errors of Socket.IO, which have their own format.
 *
 * @returns the fault: a 5xx status, or an error that is not JSON with a message; null for a correct response and for a
 *   connection that was closed without a response.
 */
export function findRawResponseFault(request: string, response: string): string | null {
  if (response === '' || response.startsWith('HTTP/1.1 100 ')) return null;
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1] ?? 0);
  const isFault = status === 0 || status >= 500;
  if (!isFault && (status < 400 || request.includes('socket.io'))) return null;
  const [head = '', body = ''] = response.split('\r\n\r\n');
  const isJsonError = /content-type: application\/json/i.test(head) && body.includes('"message"');
  return isFault || !isJsonError
    ? `${JSON.stringify(request)} got the response ${JSON.stringify(response)}`
    : null;
}
