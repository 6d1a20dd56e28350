import { LIMITS } from '@safarnama/contracts';
import { findFreePort } from '@safarnama/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { startNginx } from '../../test/nginx.js';
import { fetchAs } from '../../test/process.js';
import { signIn } from '../../test/sign-in.js';

useDatabase();
const app = useApp({ env: { TRUST_PROXY: '1' } });

let nginx: Awaited<ReturnType<typeof startNginx>>;
const urls: Record<string, string> = {};

/** Starts nginx with the deployment's configuration, and with its defaults: HTTP/1.0 without keep-alive. */
beforeAll(async () => {
  const api = new URL(app.url).host;
  const plainPort = await findFreePort();
  nginx = await startNginx(
    [app.url, app.url],
    `server { listen 127.0.0.1:${plainPort}; client_max_body_size 16m; location / { proxy_pass http://${api}; } }
     server {
       listen 127.0.0.1:${plainPort}; server_name streaming; client_max_body_size 16m;
       location / { proxy_pass http://${api}; proxy_request_buffering off; }
     }`,
  );
  Object.assign(urls, { deployed: nginx.url, plain: `http://127.0.0.1:${plainPort}` });
});
afterAll(() => nginx.stop());

describe('behind nginx, a body over the limit', () => {
  it.each([
    ['deployed', {}, '/api/auth/update-profile', LIMITS.imageBodyBytes + 500_000],
    ['deployed', {}, '/api/auth/privacy', 5_000_000],
    ['plain', {}, '/api/auth/update-profile', LIMITS.imageBodyBytes + 500_000],
    ['plain', {}, '/api/auth/privacy', 5_000_000],
    ['plain', { Host: 'streaming' }, '/api/auth/update-profile', LIMITS.imageBodyBytes + 500_000],
    ['plain', { Host: 'streaming' }, '/api/auth/privacy', 5_000_000],
  ])('%s %j %s: gets 413 in the common shape, each of 10 times', async (name, headers, urlPath, size) => {
    const user = await signIn(app);
    const body = { fullName: 'मीरा', more: 'x'.repeat(size) };

    const responses: unknown[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const response = await fetchAs(user, 'PUT', urls[name] + urlPath, body, headers);
      responses.push([response.status, await response.json()]);
    }

    expect(responses).toEqual(
      Array(10).fill([
        413,
        expect.objectContaining({ message: 'This is too large to send', code: 'too_large' }),
      ]),
    );
  });
});
