import { once } from 'node:events';
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

/** What HTTP clients send that support HTTP/2 without TLS, such as `curl --http2`. */
const UPGRADE =
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n';
const LIVE = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n';

describe('a request to upgrade to a protocol other than WebSocket', () => {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'a-wrong-password' });

  it.each([
    ['without a body', `${LIVE}${UPGRADE}\r\n`, 200],
    ['with a body', `${LOGIN}${UPGRADE}Content-Length: ${body.length}\r\n\r\n${body}`, 401],
  ])(
    '%s, sent repeatedly on one connection: gets an ordinary response each time',
    async (_case, bytes, status) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1').setEncoding('utf8');
      const responses: string[] = [];

      for (const request of [bytes, `${LIVE}\r\n`, bytes]) {
        socket.write(request);
        let response = '';
        while (!response.endsWith('}')) response += (await once(socket, 'data'))[0];
        responses.push(response.slice(0, 'HTTP/1.1 200'.length));
      }
      socket.destroy();

      expect(responses).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200', `HTTP/1.1 ${status}`]);
    },
  );

  it('at the path of Socket.IO: is rejected and the connection closed', async () => {
    const { head } = await sendBytes(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\n${UPGRADE}\r\n`,
    );

    expect(head).toMatch(/^HTTP\/1.1 400 /);
  });
});
