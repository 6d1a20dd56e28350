import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';

useDatabase();
let isUp = true;
const app = useApp({ isDatabaseUp: () => isUp });
/** Nothing listens at this address. */
const withoutRedis = useApp({ env: { REDIS_URL: 'redis://127.0.0.1:1' } });
const withToken = useApp({ env: { METRICS_TOKEN: 'scrape-me-please' } });

describe('GET /health', () => {
  it('with the database available: responds 200 to live and ready', async () => {
    const live = await app.request().get('/health/live');
    const ready = await app.request().get('/health/ready');

    expect([live.status, live.body]).toEqual([200, { status: 'up' }]);
    expect([ready.status, ready.body]).toEqual([200, { database: 'up' }]);
  });

  it('without the database: responds 200 to live, 503 to ready and to all other calls, with a session too', async () => {
    const { agent } = await signIn(app);
    isUp = false;

    const live = await agent.get('/health/live');
    const ready = await agent.get('/health/ready');
    const check = await agent.get('/api/auth/check-auth');
    const login = await app.request().post('/api/auth/login').send({ email: 'a@example.com', password: 'x' });
    isUp = true;

    expect([live.status, live.body]).toEqual([200, { status: 'up' }]);
    expect([ready.status, ready.body]).toEqual([503, { database: 'down' }]);
    expect([check.status, login.status]).toEqual([503, 503]);
    for (const { headers } of [ready, check]) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await agent.get('/api/auth/check-auth')).status).toBe(200);
  });
});

describe('with Redis unavailable', () => {
  it('ready: reports it with status 200, other calls work, and the metrics show it', async () => {
    const ready = await withoutRedis.request().get('/health/ready');
    const { agent } = await signIn(withoutRedis);
    const check = await agent.get('/api/auth/check-auth');
    const metrics = await withoutRedis.request().get('/metrics');

    expect([ready.status, ready.body]).toEqual([200, { database: 'up', redis: 'down' }]);
    expect(check.status).toBe(200);
    expect(metrics.text).toMatch(/^safarnama_redis_up 0$/m);
  });
});

describe('GET /metrics', () => {
  it('from this machine: returns metrics by route pattern, never by path', async () => {
    await app.request().get(`/api/post/by-author/${'a'.repeat(24)}`);
    await app.request().get('/some/page/nobody/has');

    const response = await app.request().get('/metrics');

    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(response.text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/post/by-author/:userId",class="4xx"}',
    );
    expect(response.text).toContain('http_requests_total{method="other",route="other",status="404"}');
    expect(response.text).not.toContain('a'.repeat(24));
    expect(response.text).toMatch(/^safarnama_sockets_open 0$/m);
    expect(response.text).toMatch(/^safarnama_password_queue_depth 0$/m);
    expect(response.text).toContain('process_cpu_seconds_total');
  });

  it.each([
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Forwarded-Server',
    'Forwarded',
    'X-Real-IP',
    'Via',
  ])('through a proxy that adds %s: responds 403', async (header) => {
    const response = await app.request().get('/metrics').set(header, '127.0.0.1');

    expect(response.status).toBe(403);
    expect(response.body.code).toBe('operators_only');
  });

  it.each(['rebound.example', 'rebound.example:3000', '127.0.0.1.rebound.example', '192.168.1.4:3000'])(
    'from this machine with the Host %s, as after DNS rebinding: responds 403',
    async (host) => {
      const response = await app.request().get('/metrics').set('Host', host);

      expect(response.status).toBe(403);
    },
  );

  it.each(['localhost:3000', '127.0.0.1', '[::1]:3000'])(
    'from this machine with the Host %s: responds 200',
    async (host) => {
      const response = await app.request().get('/metrics').set('Host', host);

      expect(response.status).toBe(200);
    },
  );

  it('through a proxy: accepts METRICS_TOKEN only', async () => {
    const getStatus = async (authorization: string) =>
      (
        await withToken
          .request()
          .get('/metrics')
          .set({ 'X-Forwarded-For': '203.0.113.9', Authorization: authorization })
      ).status;

    expect(await getStatus('Bearer scrape-me-please')).toBe(200);
    expect(await getStatus('bearer scrape-me-please')).toBe(200);
    for (const invalidHeader of [
      'Bearer scrape-me-pleas',
      'Bearer ',
      'scrape-me-please',
      'Basic scrape-me-please',
      'Bearer null',
    ]) {
      expect(await getStatus(invalidHeader)).toBe(403);
    }
  });

  it('through a proxy without METRICS_TOKEN: accepts no token', async () => {
    const response = await app
      .request()
      .get('/metrics')
      .set({ 'X-Forwarded-For': '203.0.113.9', Authorization: 'Bearer null' });

    expect(response.status).toBe(403);
  });
});

describe('GET /api/docs', () => {
  it('without a session: returns a page without inline scripts or external resources', async () => {
    const response = await app.request().get('/api/docs');

    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['content-security-policy']).toContain("script-src 'self'");
    expect(response.text).not.toMatch(/<script(?![^>]* src=)/);
    expect(response.text).not.toMatch(/ on\w+=/);
    expect(response.text).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  it('every file of the page: exists, with its content type', async () => {
    const page = await app.request().get('/api/docs');
    const names = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name);

    const files = await Promise.all(
      names.map(async (name) => [name, await app.request().get(name)] as const),
    );

    expect(files.map(([name, { status, headers }]) => [name, status, headers['content-type']])).toEqual([
      ['/api/docs/favicon-32x32.png', 200, 'image/png'],
      ['/api/docs/swagger-ui.css', 200, 'text/css; charset=utf-8'],
      ['/api/docs/swagger-ui-bundle.js', 200, expect.stringMatching(/javascript/)],
      ['/api/docs/start.js', 200, expect.stringMatching(/javascript/)],
    ]);
  });

  it('the script of the page: loads the OpenAPI document', async () => {
    const script = await app.request().get('/api/docs/start.js');

    expect(script.text).toContain("url: '/api/openapi.json'");
  });

  it.each([
    '/api/docs/nothing.js',
    '/api/docs/package.json',
    '/api/docs/../package.json',
    '/api/docs/index.html',
  ])('any other file of the package (%s): responds 404 as JSON', async (path) => {
    const response = await app.request().get(path);

    expect(response.status).toBe(404);
    expect(response.body.code).toBe('not_found');
  });
});
