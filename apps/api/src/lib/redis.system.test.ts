import { expect, it, onTestFinished, vi } from 'vitest';
import { useRedis } from '../../test/redis.js';
import { silentLogger } from '../../test/silent-logger.js';
import { until } from '../../test/socket.js';
import { createTcpProxy } from '../../test/tcp-proxy.js';
import { connectRedis } from './redis.js';

const server = useRedis();

it('onReady: reports whether an event was lost since the last time, but none before the first', async () => {
  const proxy = await createTcpProxy({ host: '127.0.0.1', port: Number(new URL(server.url).port) });
  const redis = connectRedis(`redis://127.0.0.1:${proxy.port}`, silentLogger);
  onTestFinished(async () => {
    redis.close();
    await proxy.disconnect();
  });
  const { publisher } = redis.adapterClients;
  const onReady = vi.fn();
  redis.onReady(onReady);
  const reconnect = async () => {
    const times = onReady.mock.calls.length + 1;
    await proxy.open();
    await until(() => expect(onReady).toHaveBeenCalledTimes(times));
  };
  const disconnect = async () => {
    await proxy.disconnect();
    await until(() => expect(redis.isUp()).toBe(false));
  };

  await publisher.spublish('channel', 'before the first connection');
  await reconnect();
  await publisher.spublish('channel', 'connected');
  await redis.flush();
  await disconnect();
  await reconnect();
  await disconnect();
  await publisher.spublish('channel', 'disconnected');
  await reconnect();
  await disconnect();
  await reconnect();

  expect(onReady.mock.calls).toEqual([[false], [false], [true], [false]]);
});
