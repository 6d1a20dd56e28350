import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readApiOrigin, readListenAddress, requireFreePort } from './port.mjs';

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);
const server = createServer();
let port = 0;
beforeEach(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  port = /** @type {import('node:net').AddressInfo} */ (server.address()).port;
});
afterEach(() => {
  server.close();
});

describe('requireFreePort', () => {
  it('with a taken port: fails with a message that says what to do', async () => {
    await expect(requireFreePort({ PORT: String(port) }, 'npm start')).rejects.toThrow(
      `Port ${port} is already in use. Stop the process that uses it, or choose another: PORT=${port + 1} npm start`,
    );
  });

  it.runIf(hasIpv6).each(['::1', '::'])(
    'with another server that localhost leads to, on [%s]: fails',
    async (host) => {
      await new Promise((resolve) => server.close(resolve));
      await new Promise((resolve) => server.listen({ port, host, ipv6Only: true }, () => resolve(undefined)));

      await expect(requireFreePort({ PORT: String(port) }, 'npm start')).rejects.toThrow('is already in use');
    },
  );

  it('with a free port: resolves', async () => {
    await new Promise((resolve) => server.close(resolve));

    await expect(requireFreePort({ PORT: String(port) }, 'npm start')).resolves.toBeUndefined();
  });

  it.each(['0', '70000', 'ten'])('with PORT=%s: leaves it to the API', async (wrong) => {
    await expect(requireFreePort({ PORT: wrong }, 'npm start')).resolves.toBeUndefined();
  });
});

describe('readListenAddress', () => {
  it.each([{}, { PORT: ' ', HOST: '' }])('with the settings %j: returns the defaults', (env) => {
    expect(readListenAddress(env)).toEqual({ port: 3000, host: '127.0.0.1' });
  });
});

describe('readApiOrigin', () => {
  it.each([
    ['', 'http://127.0.0.1:4000'],
    ['0.0.0.0', 'http://127.0.0.1:4000'],
    ['::', 'http://127.0.0.1:4000'],
    ['192.168.1.5', 'http://192.168.1.5:4000'],
    ['::1', 'http://[::1]:4000'],
  ])('with HOST=%s: returns %s', (host, origin) => {
    expect(readApiOrigin({ HOST: host, PORT: '4000' })).toBe(origin);
  });
});
