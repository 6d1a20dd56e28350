import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createS3Storage } from './s3-storage.js';

const IDLE_TIMEOUT_MS = 200;

let server: Server;
/** What the server sends to each connection before it falls silent. */
let beginning = '';

beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test-only');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test-only');
  beginning = '';
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(beginning));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.close();
});

function createStorage() {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { kind: 's3', bucket: 'pictures', endpoint, region: 'us-east-1', prefix: '' } as const;
  return createS3Storage(settings, IDLE_TIMEOUT_MS);
}

// First, because the SDK warns only once.
describe('S3 storage on Node 20', () => {
  it('when it is created: does not let the SDK print lines that are not JSON', async () => {
    vi.spyOn(process, 'version', 'get').mockReturnValue('v20.19.0');
    const emitWarning = vi.spyOn(process, 'emitWarning');
    onTestFinished(() => void vi.restoreAllMocks());

    await createStorage();

    expect(emitWarning).not.toHaveBeenCalled();
  });
});

describe('S3 storage on a server that accepts connections and does not respond', () => {
  it('rejects reads and writes instead of waiting indefinitely', async () => {
    const storage = await createStorage();

    await expect(storage.write('ab/x.webp', Buffer.from('marigold'))).rejects.toThrow('timed out');
    await expect(storage.read('ab/x.webp')).rejects.toThrow('timed out');
  });

  it('in the middle of a picture: ends its stream with an error', async () => {
    beginning = 'HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nmari';
    const storage = await createStorage();

    const file = await storage.read('ab/x.webp');

    await expect(file && buffer(file.stream)).rejects.toThrow('timed out');
  });
});

describe('S3 storage on a server that does not send the length of a picture', () => {
  it('rejects the read instead of reporting an empty picture', async () => {
    beginning =
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n8\r\nmarigold\r\n0\r\n\r\n';
    const storage = await createStorage();

    await expect(storage.read('ab/x.webp')).rejects.toThrow('The storage server sent no length');
  });
});
