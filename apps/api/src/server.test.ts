import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type TestApp, useApp } from '../test/app.js';
import { useDatabase } from '../test/mongo.js';

const PUBLIC_URL = 'https://stories.example';

useDatabase();
const directApp = useApp();
const proxiedApp = useApp({ env: { TRUST_PROXY: '1' } });
const publicApp = useApp({ env: { PUBLIC_URL } });
const closingApp = useApp();

/** Sends a socket's first polling request and returns the status. `fetch` does not allow setting these headers. */
async function startHandshake(app: TestApp, options: RequestOptions): Promise<number | undefined> {
  const request = httpRequest(`${app.url}/socket.io/?EIO=4&transport=polling`, options).end();
  const [response]: IncomingMessage[] = await once(request, 'response');
  response?.resume();
  return response?.statusCode;
}

describe('createServer', () => {
  it('allows 5 min for a request and 20 s for its headers, and keeps idle connections longer than proxies do', () => {
    const { http } = directApp.server;

    expect(http.requestTimeout).toBe(300_000);
    expect(http.headersTimeout).toBe(20_000);
    expect(http.keepAliveTimeout).toBeGreaterThan(60_000);
  });

  it('with a socket from the host that the proxy names: admits it behind a trusted proxy only', async () => {
    const headers = { Origin: PUBLIC_URL, 'X-Forwarded-Host': 'stories.example' };

    const statuses = [
      await startHandshake(proxiedApp, { headers }),
      await startHandshake(directApp, { headers }),
    ];

    expect(statuses).toEqual([200, 403]);
  });

  it('with a socket from PUBLIC_URL: admits it, whatever the host', async () => {
    const own = await startHandshake(publicApp, { headers: { Origin: PUBLIC_URL } });
    const foreign = await startHandshake(publicApp, { headers: { Origin: 'https://evil.example' } });

    expect([own, foreign]).toEqual([200, 403]);
  });

  it('when closed while a client keeps a connection that it has polled on: does not wait for it', async () => {
    const agent = new Agent({ keepAlive: true });
    await startHandshake(closingApp, { agent });
    const startedAt = performance.now();

    await closingApp.server.close();

    expect(performance.now() - startedAt).toBeLessThan(5_000);
    agent.destroy();
  });
});
