import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { errorBodySchema } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';

useDatabase();
const app = useApp();

const LOGIN = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

/** Sends raw bytes, ends the request and reads until the server closes the connection. */
async function sendBytes(bytes: string) {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.end(bytes, 'latin1');
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body };
}

describe('Security 10: malformed HTTP requests', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'malformed_request'],
    ['the first bytes of TLS', '\x16\x03\x01\x00\xf0', 400, 'malformed_request'],
    [
      'a header of 20 kB',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'two content lengths',
      `${LOGIN}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      400,
      'malformed_request',
    ],
    [
      'a content length and chunks',
      `${LOGIN}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'malformed_request',
    ],
    ['a broken chunk', `${LOGIN}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400, 'malformed_request'],
    ['no Host header', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'host_missing'],
    ['an unknown expectation', `${LOGIN}Expect: 200-maybe\r\n\r\n`, 417, 'unknown_expectation'],
    ['a body that ends early', `${LOGIN}Content-Length: 50\r\n\r\n{}`, 400, 'malformed_request'],
  ])('%s: responds with a JSON error and closes the connection', async (_case, bytes, status, code) => {
    const { head, body } = await sendBytes(bytes);

    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const response = z.parse(errorBodySchema, JSON.parse(body));
    expect(response.code).toBe(code);
    expect(head).toContain(`X-Request-Id: ${response.requestId}`);
  });

  it('followed by a valid request on another connection: the server responds to it', async () => {
    await sendBytes('hello\r\n\r\n');

    expect((await app.request().get('/health/live')).status).toBe(200);
  });
});
