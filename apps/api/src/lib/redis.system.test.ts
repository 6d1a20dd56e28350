import { Redis } from 'ioredis';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useRedis } from '../../test/redis.js';
import { silentLogger } from '../../test/silent-logger.js';
import { until } from '../../test/socket.js';
import { createTcpProxy } from '../../test/tcp-proxy.js';
import { connectRedis } from './redis.js';

/** Events, of which Redis would send some after the response to their publisher. */
const EVENTS = 200;

const server = useRedis();

it('onReady: reports whether an event was lost since the last call, ignoring events before the first one', async () => {
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

it('onReady, when the command connection closes while the other one is checked: waits until both are connected', async () => {
  let check: () => void = () => undefined;
  const checked = new Promise<void>((resolve) => {
    check = resolve;
  });
  const { ping } = Redis.prototype;
  const responded = new Set<Redis>();
  const spy = vi.spyOn(Redis.prototype, 'ping').mockImplementation(async function (this: Redis) {
    const response = await Reflect.apply(ping, this, []);
    responded.add(this);
    if (this !== redis.commands) await checked;
    return response;
  });
  const redis = connectRedis(server.url, silentLogger);
  onTestFinished(() => {
    redis.close();
    spy.mockRestore();
  });
  const states: string[] = [];
  redis.onReady(() => states.push(redis.commands.status));

  await until(() => expect(responded.size).toBe(2));
  redis.commands.disconnect(true);
  await until(() => expect(redis.commands.status).not.toBe('ready'));
  check();
  await until(() => expect(states).toHaveLength(1));

  expect(states).toEqual(['ready']);
});

it('flush: resolves after each published event has been sent to the other processes', async () => {
  const [publishing, receiving] = [
    connectRedis(server.url, silentLogger),
    connectRedis(server.url, silentLogger),
  ];
  onTestFinished(() => {
    publishing.close();
    receiving.close();
  });
  let received = 0;
  receiving.adapterClients.subscriber.on('smessageBuffer', () => {
    received += 1;
  });
  receiving.adapterClients.subscriber.ssubscribe('channel');
  for (const redis of [publishing, receiving]) await until(() => expect(redis.isUp()).toBe(true));

  let late = 0;
  for (let sent = 1; sent <= EVENTS; sent += 1) {
    void publishing.adapterClients.publisher.spublish('channel', 'event');
    await publishing.flush();
    if (received < sent) late += 1;
    await until(() => expect(received).toBe(sent));
  }

  expect(late).toBe(0);
});
