import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { until } from '../../test/socket.js';
import { createLogger } from '../config/logger.js';
import { connectRedis } from './redis.js';

it('connectRedis, rejected by Redis: logs the reason without the password', async () => {
  const rejectingServer = createServer((socket) => {
    socket.on('data', () => socket.write('-WRONGPASS invalid username-password pair\r\n'));
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(rejectingServer, 'listening');
  const { port } = rejectingServer.address() as AddressInfo;
  let log = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });

  const redis = connectRedis(
    `redis://chat:secret-word@127.0.0.1:${port}`,
    createLogger({ level: 'info', destination }),
  );
  await until(() => expect(log).toContain('Redis is unavailable'));
  redis.close();
  rejectingServer.close();

  expect(log).toContain('WRONGPASS');
  expect(log).not.toContain('secret-word');
});
