import { describe, expect, it, vi } from 'vitest';
import { freePort } from '../test/free-port.js';
import { READY, START_TIMEOUT_MS, signUp, statusOf, useProcesses } from '../test/process.js';
import { useSockets } from '../test/socket.js';
import { createTcpProxy } from '../test/tcp-proxy.js';

const { start, mongodbUri } = useProcesses();

describe('Reliability 3: the process without its database', () => {
  /** A database that is away, until its line is opened. */
  async function awayDatabase() {
    const uri = new URL(mongodbUri);
    const line = await createTcpProxy({ host: uri.hostname, port: Number(uri.port) });
    uri.host = `127.0.0.1:${line.port}`;
    return { line, uri: uri.href };
  }

  let url = '';
  const sockets = useSockets({
    get url() {
      return url;
    },
  });

  it('at the start and later: answers 503, and takes up its work when the database is there', async () => {
    const { line, uri } = await awayDatabase();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const running = start({ MONGODB_URI: uri, PORT: String(port) });
    try {
      await vi.waitFor(async () => expect(await statusOf(`${url}/health/live`)).toBe(200), {
        timeout: START_TIMEOUT_MS,
        interval: 50,
      });
      const readyBefore = await fetch(`${url}/health/ready`);
      const login = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'a@example.com', password: 'a-password' }),
      });
      const wasReady = READY.test(running.stdout());
      expect(readyBefore.status).toBe(503);
      expect(await readyBefore.json()).toMatchObject({ database: 'down' });
      expect(login.status).toBe(503);
      expect(login.headers.get('Retry-After')).toMatch(/^\d+$/);
      expect(await login.json()).toEqual({
        message: expect.any(String),
        code: 'database_away',
        requestId: expect.any(String),
      });
      expect(wasReady).toBe(false);

      await line.open();
      await running.ready();
      const asha = await signUp(url);
      const socket = await sockets.open({ cookie: asha.cookie });
      const ask = () => fetch(`${url}/api/auth/check-auth`, { headers: { Cookie: asha.cookie } });
      expect(await statusOf(`${url}/health/ready`)).toBe(200);
      expect((await ask()).status).toBe(200);

      await line.cut();
      const askedAt = performance.now();
      const away = await ask();
      expect(away.status).toBe(503);
      expect(performance.now() - askedAt).toBeLessThan(6_000);
      // A socket that is open stays, and a new one gets in when the database is back, without being refused.
      const waiting = sockets.create({ cookie: asha.cookie, reconnection: true, reconnectionDelay: 100 });
      const refusals: Error[] = [];
      waiting.client.on('connect_error', (error) => refusals.push(error));
      await vi.waitFor(async () => expect(await statusOf(`${url}/health/ready`)).toBe(503), {
        timeout: 5_000,
      });

      await line.open();
      const openedAt = performance.now();
      await vi.waitFor(async () => expect((await ask()).status).toBe(200), { timeout: 5_000, interval: 50 });
      await vi.waitFor(() => expect(waiting.client.connected).toBe(true), { timeout: 8_000, interval: 50 });
      expect(performance.now() - openedAt).toBeLessThan(8_000);
      expect(socket.ended()).toBeNull();
      expect(refusals).toEqual([]);

      running.child.kill('SIGTERM');
      expect(await running.exit).toBe(0);
    } finally {
      await line.cut();
    }
  }, 45_000);

  it('on SIGTERM while it still waits: exits 0', async () => {
    const { uri } = await awayDatabase();
    const port = await freePort();
    const running = start({ MONGODB_URI: uri, PORT: String(port) });
    await vi.waitFor(async () => expect(await statusOf(`http://127.0.0.1:${port}/health/live`)).toBe(200), {
      timeout: START_TIMEOUT_MS,
      interval: 50,
    });

    running.child.kill('SIGTERM');
    const code = await running.exit;

    expect(code).toBe(0);
    expect(READY.test(running.stdout())).toBe(false);
  });
});
