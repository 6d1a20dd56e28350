import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { LIMITS } from '@safarnama/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { buildPicture } from '../../test/pictures.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { createUpload, headUpload, sendBytes, TUS, UPLOAD_TYPE } from '../../test/uploads.js';
import { UserModel } from '../user/user.model.js';

useDatabase();
const app = useApp({ bodyIdleMs: 200 });

const JSON_TYPE = { 'Content-Type': 'application/json' };
const PROFILE = '/api/auth/update-profile';

/**
 * Sends a request whose body stops after `start`, and waits until the server ends the connection.
 *
 * @returns the connection, whose other direction is still open, and everything that the server has sent.
 */
async function stall(
  { cookie }: Pick<SignedIn, 'cookie'>,
  [method, path]: readonly [string, string],
  headers: object,
  start: string | Uint8Array = '',
) {
  // Half-open, so that the client can continue to send after the response.
  const socket = connect({ port: Number(new URL(app.url).port), host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const lines = Object.entries({ Host: 'a', Cookie: cookie, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  socket.write(start);
  let response = '';
  socket.on('data', (data) => {
    response += data;
  });
  await once(socket, 'end');
  return { socket, response };
}

function expectStalled(response: string): void {
  expect(response).toMatch(/^HTTP\/1.1 408 /);
  expect(response).toContain('Connection: close');
  expect(response).toContain('"code":"upload_stalled"');
}

describe('Security 8: bodies that stall', () => {
  it.each<[string, object, string | Uint8Array]>([
    ['before their first byte', { 'Content-Length': LIMITS.imageBodyBytes }, ''],
    ['after a part', { 'Content-Length': LIMITS.imageBodyBytes }, '{"fullName":"'],
    ['without a length', { 'Transfer-Encoding': 'chunked' }, 'd\r\n{"fullName":"\r\n'],
    [
      'in a compressed stream',
      { 'Content-Length': 200_000, 'Content-Encoding': 'gzip' },
      gzipSync('{"fullName":"').subarray(0, -8),
    ],
  ])('%s: get 408, and no longer count towards the limit of their user', async (_case, headers, start) => {
    const me = await signIn(app);
    const bodies: IncomingMessage[] = [];
    app.server.http.on('request', (body) => bodies.push(body));

    // Twice as many bodies as a user may send at a time.
    for (let round = 0; round < 2; round += 1) {
      const stalled = Array.from({ length: 6 }, () =>
        stall(me, ['PUT', PROFILE], { ...JSON_TYPE, ...headers }, start),
      );
      for (const { response } of await Promise.all(stalled)) expectStalled(response);
    }

    // The parser has stopped listening, so its bytes can be freed although the connections are still open.
    expect(bodies.map((body) => [body.destroyed, body.listenerCount('aborted')])).toEqual(
      Array.from({ length: 12 }, () => [false, 0]),
    );
  });

  it('that continue after the response: change nothing', async () => {
    const me = await signIn(app);
    const body = JSON.stringify({ fullName: 'Somebody Else' }).padEnd(2 * LIMITS.bodyBytes);
    const headers = { ...JSON_TYPE, 'Content-Length': body.length };

    const { socket, response } = await stall(me, ['PUT', PROFILE], headers, body.slice(0, 1_000));
    socket.end(body.slice(1_000));
    await once(socket, 'close');

    expectStalled(response);
    expect(await UserModel.findById(me.user._id).lean()).toMatchObject({ fullName: me.user.fullName });
  });

  it('of a resumable upload: get 408 after the received bytes are stored, and the upload continues there', async () => {
    const me = await signIn(app);
    const picture = await buildPicture(40, 30).png().toBuffer();
    const location = await createUpload(me, picture.length);
    const headers = {
      ...TUS,
      'Upload-Offset': 0,
      'Content-Type': UPLOAD_TYPE,
      'Content-Length': picture.length,
    };

    const { response } = await stall(me, ['PATCH', location], headers, picture.subarray(0, 50));
    const offset = (await headUpload(me, location)).headers['upload-offset'];
    const last = await sendBytes(me, location, 50, picture.subarray(50));

    expectStalled(response);
    expect(offset).toBe('50');
    expect(last.headers['upload-media']).toMatch(/^\/media\//);
  });
});
