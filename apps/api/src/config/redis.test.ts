import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { until } from '../../test/socket.js';
import { createLogger } from './logger.js';
import { connectRedis } from './redis.js';

it('refused by Redis: the log says why, and never with what password', async () => {
  const refusing = createServer((line) => {
    line.on('data', () => line.write('-WRONGPASS invalid username-password pair\r\n'));
    line.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const { port } = refusing.address() as AddressInfo;
  let log = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });

  const link = connectRedis(
    `redis://chat:geheimes-wort@127.0.0.1:${port}`,
    createLogger({ level: 'info', destination }),
  );
  await until(() => expect(log).toContain('Redis is away'));
  link.close();
  refusing.close();

  expect(log).toContain('WRONGPASS');
  expect(log).not.toContain('geheimes-wort');
});
