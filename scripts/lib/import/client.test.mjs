import { createServer } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient, ServerUnavailableError } from './client.mjs';

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {{ status: number, headers?: Record<string, string | string[]>, body?: unknown }} StubResponse */

/** @type {(() => unknown)[]} */
const cleanups = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/**
 * Starts a server that sends the responses in order and records the requests.
 *
 * @param {StubResponse[]} responses
 * @param {object} [options]
 * @param {(count: number) => boolean} [options.onRequest] - returns whether the server responds to this request.
 */
async function startServer(responses, { onRequest = () => true } = {}) {
  /** @type {Request[]} */
  const requests = [];
  const server = createServer((req, res) => {
    requests.push(req);
    if (!onRequest(requests.length)) return;
    const { status, headers = {}, body = {} } = responses[requests.length - 1] ?? { status: 500 };
    req.resume().on('end', () => {
      res.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  cleanups.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, requests };
}

/**
 * @param {string} url
 * @param {object} [options]
 * @param {boolean} [options.hasRealPauses]
 */
function createTestClient(url, { hasRealPauses = false } = {}) {
  const stop = new AbortController();
  /** @type {{ reason: string, seconds: number }[]} */
  const waits = [];
  const client = createClient({
    url,
    signal: stop.signal,
    onWait: (reason, seconds) => waits.push({ reason, seconds }),
    ...(hasRealPauses ? {} : { sleep: async (_ms, value) => /** @type {any} */ (value) }),
  });
  return { client, waits, stop };
}

describe('createClient', () => {
  it('after a response that sets cookies: sends all of them, and no Origin', async () => {
    const { url, requests } = await startServer([
      { status: 200, headers: { 'set-cookie': ['__Host-session=a.b=; Path=/; HttpOnly', 'other=1'] } },
      { status: 200 },
    ]);
    const { client } = createTestClient(url);

    await client.send('POST', '/one', { a: 1 });
    await client.send('GET', '/two');

    expect(requests[1]?.headers.cookie).toBe('__Host-session=a.b=; other=1');
    expect(requests.every(({ headers }) => headers.origin === undefined)).toBe(true);
  });

  it('on 429: waits for the time in Retry-After, reports the pause and continues', async () => {
    const { url } = await startServer([
      { status: 429, headers: { 'retry-after': '1' } },
      { status: 201, body: { ok: true } },
    ]);
    const { client, waits } = createTestClient(url, { hasRealPauses: true });
    const startedAt = Date.now();

    const response = await client.send('POST', '/', {});

    expect(response).toMatchObject({ status: 201, body: { ok: true }, isRepeat: false });
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990);
    expect(waits).toEqual([{ reason: 'the server requests a pause', seconds: 1 }]);
  });

  it('on 503: retries, and reports the reason before each pause', async () => {
    const { url, requests } = await startServer([
      { status: 503, body: { message: 'The database is unavailable' } },
      { status: 503, body: 'no JSON' },
      { status: 200 },
    ]);
    const { client, waits } = createTestClient(url);

    expect(await client.send('GET', '/')).toMatchObject({ status: 200, isRepeat: true });
    expect(requests).toHaveLength(3);
    expect(waits.map(({ reason }) => reason)).toEqual([
      'The database is unavailable',
      'the server responded with 503',
    ]);
  });

  it('when the server never responds: gives up after three attempts and suggests what to do', async () => {
    const { client, waits } = createTestClient('http://127.0.0.1:9');

    await expect(client.send('GET', '/')).rejects.toThrow(ServerUnavailableError);
    expect(waits).toHaveLength(2);
    await expect(client.send('GET', '/')).rejects.toThrow(/npm start/);
  });

  it('when a response takes longer than three minutes: stops waiting for it and repeats the request', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    cleanups.push(() => vi.useRealTimers());
    const { url } = await startServer([{ status: 500 }, { status: 200 }], {
      onRequest: (count) => {
        if (count === 1) vi.advanceTimersByTime(180_000);
        return count > 1;
      },
    });
    const { client, waits } = createTestClient(url);

    expect(await client.send('GET', '/')).toMatchObject({ status: 200, isRepeat: true });
    expect(waits.map(({ reason }) => reason)).toEqual([`${url} does not respond (timeout)`]);
  });

  it('when stopped during a request: rejects immediately', async () => {
    const { url } = await startServer([], {
      onRequest: () => {
        stop.abort();
        return false;
      },
    });
    const { client, stop } = createTestClient(url);

    await expect(client.send('GET', '/')).rejects.toThrow(/abort/);
  });

  it('when stopped during a pause: rejects immediately', async () => {
    const { url } = await startServer([{ status: 429, headers: { 'retry-after': '600' } }]);
    const { client, stop } = createTestClient(url, { hasRealPauses: true });
    setTimeout(() => stop.abort(), 100);

    await expect(client.send('GET', '/')).rejects.toThrow();
  });
});
