import { findFreePort } from '@safarnama/database';
import { describe, expect, it, vi } from 'vitest';
import { fetchStatus, READY, START_TIMEOUT_MS, signUp, useProcesses } from '../test/process.js';
import { useSockets } from '../test/socket.js';
import { createTcpProxy } from '../test/tcp-proxy.js';

const { start, mongodbUri } = useProcesses();

describe('a start with another pepper than the one of the stored passwords', () => {
  it('exits with 78 and prints the reason', async () => {
    // A database of its own: the other tests have another pepper.
    const uri = new URL(mongodbUri);
    uri.pathname += '-pepper';
    const env = { MONGODB_URI: uri.href };
    const first = start({ ...env, PASSWORD_PEPPER: 'the-pepper-of-the-stored-passwords' });
    await signUp(await first.ready());
    first.child.kill('SIGTERM');
    await first.exit;

    const second = start({ ...env, PASSWORD_PEPPER: 'another-pepper-for-the-same-database' });

    expect(await second.exit).toBe(78);
    expect(second.stderr()).toContain('is not the one of the stored passwords');
  });
});

describe('Reliability 3: the process without its database', () => {
  /** Creates a database behind a proxy that refuses connections until the test opens it. */
  async function createUnavailableDatabase() {
    const uri = new URL(mongodbUri);
    const proxy = await createTcpProxy({ host: uri.hostname, port: Number(uri.port) });
    uri.host = `127.0.0.1:${proxy.port}`;
    return { proxy, uri: uri.href };
  }

  let url = '';
  const sockets = useSockets({
    get url() {
      return url;
    },
  });

  it('at the start and later: responds 503, and recovers when the database is available', async () => {
    const { proxy, uri } = await createUnavailableDatabase();
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    const running = start({ MONGODB_URI: uri, PORT: String(port) });
    try {
      await vi.waitFor(async () => expect(await fetchStatus(`${url}/health/live`)).toBe(200), {
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

      await proxy.open();
      await running.ready();
      const asha = await signUp(url);
      const socket = await sockets.open({ cookie: asha.cookie });
      const checkAuth = () => fetch(`${url}/api/auth/check-auth`, { headers: { Cookie: asha.cookie } });
      expect(await fetchStatus(`${url}/health/ready`)).toBe(200);
      expect((await checkAuth()).status).toBe(200);

      await proxy.disconnect();
      const requestedAt = performance.now();
      const unavailableResponse = await checkAuth();
      expect(unavailableResponse.status).toBe(503);
      expect(performance.now() - requestedAt).toBeLessThan(6_000);
      // An open socket stays open. A new one connects when the database returns, without a rejection.
      const waiting = sockets.create({ cookie: asha.cookie, reconnection: true, reconnectionDelay: 100 });
      const rejections: Error[] = [];
      waiting.client.on('connect_error', (error) => rejections.push(error));
      await vi.waitFor(async () => expect(await fetchStatus(`${url}/health/ready`)).toBe(503), {
        timeout: 5_000,
      });

      await proxy.open();
      const openedAt = performance.now();
      await vi.waitFor(async () => expect((await checkAuth()).status).toBe(200), {
        timeout: 5_000,
        interval: 50,
      });
      await vi.waitFor(() => expect(waiting.client.connected).toBe(true), { timeout: 8_000, interval: 50 });
      expect(performance.now() - openedAt).toBeLessThan(8_000);
      expect(socket.disconnectReason()).toBeNull();
      expect(rejections).toEqual([]);

      running.child.kill('SIGTERM');
      expect(await running.exit).toBe(0);
    } finally {
      await proxy.disconnect();
    }
  }, 45_000);

  it('on SIGTERM while it waits for the database: exits 0', async () => {
    const { uri } = await createUnavailableDatabase();
    const port = await findFreePort();
    const running = start({ MONGODB_URI: uri, PORT: String(port) });
    await vi.waitFor(
      async () => expect(await fetchStatus(`http://127.0.0.1:${port}/health/live`)).toBe(200),
      {
        timeout: START_TIMEOUT_MS,
        interval: 50,
      },
    );

    running.child.kill('SIGTERM');
    const code = await running.exit;

    expect(code).toBe(0);
    expect(READY.test(running.stdout())).toBe(false);
  });
});
