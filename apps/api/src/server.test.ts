import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type TestApp, useApp } from '../test/app.js';
import { useDatabase } from '../test/mongo.js';

const PUBLIC_URL = 'https://stories.example';

useDatabase();
const directApp = useApp();
const proxiedApp = useApp({ env: { TRUST_PROXY: '1' } });
const publicApp = useApp({ env: { PUBLIC_URL } });

/** The status of a socket's handshake with these headers. `fetch` would not let us set them. */
async function handshake(app: TestApp, headers: Record<string, string>): Promise<number | undefined> {
  const request = httpRequest(`${app.url}/socket.io/?EIO=4&transport=polling`, { headers }).end();
  const [response]: IncomingMessage[] = await once(request, 'response');
  response?.resume();
  return response?.statusCode;
}

describe('createServer', () => {
  it('with its timeouts: gives a large body time, headers little, and outlives the connections of proxies', () => {
    const { http } = directApp.server;

    expect(http.requestTimeout).toBe(300_000);
    expect(http.headersTimeout).toBe(20_000);
    expect(http.keepAliveTimeout).toBeGreaterThan(60_000);
  });

  it('with a socket from the address that the proxy was asked for: takes it behind a trusted proxy only', async () => {
    const headers = { Origin: PUBLIC_URL, 'X-Forwarded-Host': 'stories.example' };

    const statuses = [await handshake(proxiedApp, headers), await handshake(directApp, headers)];

    expect(statuses).toEqual([200, 403]);
  });

  it('with a socket from PUBLIC_URL: takes it, whatever the host', async () => {
    const own = await handshake(publicApp, { Origin: PUBLIC_URL });
    const foreign = await handshake(publicApp, { Origin: 'https://evil.example' });

    expect([own, foreign]).toEqual([200, 403]);
  });
});
