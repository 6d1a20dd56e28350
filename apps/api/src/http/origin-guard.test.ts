import { describe, expect, it } from 'vitest';
import { type TestApp, useApp } from '../../test/app.js';
import { buildSignup } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { sendRawRequest } from '../../test/raw-request.js';
import { UserModel } from '../user/user.model.js';
import { createOriginCheck } from './origin-guard.js';

useDatabase();
const app = useApp();
const PUBLIC_URL = 'https://stories.example';
const WEB_ORIGIN = 'https://app.example';
const behindProxy = useApp({
  env: { PUBLIC_URL, WEB_ORIGINS: `${WEB_ORIGIN}, http://localhost:5173`, TRUST_PROXY: '1' },
});

async function signup(to: TestApp, headers: Record<string, string>) {
  return sendRawRequest(to.url, {
    method: 'POST',
    path: '/api/auth/signup',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(buildSignup()),
  });
}

describe('Security 3: a request that would change something', () => {
  it.each<[string, (url: string) => Record<string, string>]>([
    ['no origin at all', () => ({})],
    ['the origin of its own host', (url) => ({ Origin: url })],
    ['its own host in another case', () => ({ Origin: 'http://stories.local:80', Host: 'Stories.Local' })],
    ['its own host with the port of http', () => ({ Origin: 'http://a.local', Host: 'a.local:80' })],
    ['its own host with the port of https', () => ({ Origin: 'https://a.local', Host: 'a.local:443' })],
    ['its own host, as browsers send it', (url) => ({ Origin: url, 'Sec-Fetch-Site': 'same-origin' })],
    ['no origin from the address bar', () => ({ 'Sec-Fetch-Site': 'none' })],
  ])('with %s: passes', async (_case, headers) => {
    expect((await signup(app, headers(app.url))).status).toBe(201);
  });

  it.each<[string, Record<string, string>]>([
    ['the origin null', { Origin: 'null' }],
    ['a foreign origin', { Origin: 'https://elsewhere.example' }],
    ['its own host over http on the port of https', { Origin: 'http://a.local', Host: 'a.local:443' }],
    ['its own host on another port', { Origin: 'http://127.0.0.1:1' }],
    ['an origin that begins with its own', { Origin: 'http://127.0.0.1.elsewhere.example' }],
    ['an empty origin', { Origin: '' }],
    ['a nonsense origin', { Origin: 'nonsense' }],
    ['no origin from another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['PUBLIC_URL of another installation', { Origin: PUBLIC_URL }],
  ])('with %s: responds 403 and changes nothing', async (_case, headers) => {
    const response = await signup(app, headers);

    expect(response.status).toBe(403);
    expect(JSON.parse(response.text)).toMatchObject({
      message: 'This request comes from another site',
      code: 'foreign_origin',
    });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(await UserModel.countDocuments()).toBe(0);
  });

  it.each([300, 301])('with an origin and a host of %i characters: passes only up to 300', async (length) => {
    const host = 'a'.repeat(length - 'http://'.length);

    const response = await signup(app, { Origin: `http://${host}`, Host: host });

    expect(response.status).toBe(length === 300 ? 201 : 403);
  });

  it('with an origin or a host of 15 kB, many times: is rejected without parsing them', () => {
    const isOwnOrigin = createOriginCheck({ publicUrl: null, webOrigins: [] });
    const host = encodeURIComponent(
      String.fromCodePoint(...Array.from({ length: 1_660 }, (_, index) => 0x4e00 + index)),
    );

    // Parsing either takes milliseconds, which would add up to minutes.
    for (let time = 0; time < 20_000; time += 1) {
      expect(isOwnOrigin({ origin: `http://${host}` }, 'a.local')).toBe(false);
      expect(isOwnOrigin({ origin: 'http://a.local' }, host)).toBe(false);
    }
  });

  it('with its own origin but cross-site: responds 403', async () => {
    const response = await signup(app, { Origin: app.url, 'Sec-Fetch-Site': 'cross-site' });

    expect(response.status).toBe(403);
  });

  it.each([
    ['POST', '/api/auth/login'],
    ['POST', '/api/auth/logout'],
    ['PUT', '/api/auth/update-profile'],
    ['DELETE', `/api/post/delete-post/${'a'.repeat(24)}`],
    ['POST', '/api/newsletter/subscribe'],
    ['POST', '/api/media/uploads'],
    ['PATCH', `/api/media/uploads/${'a'.repeat(32)}`],
  ])('%s %s from a foreign page: responds 403', async (method, path) => {
    const response = await sendRawRequest(app.url, {
      method,
      path,
      headers: { Origin: 'https://elsewhere.example' },
    });

    expect(response.status).toBe(403);
  });

  it('that only reads, from a foreign page: is served without CORS headers', async () => {
    const response = await sendRawRequest(app.url, {
      method: 'GET',
      path: '/api/openapi.json',
      headers: { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' },
    });

    expect(response.status).toBe(200);
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('Security 3: PUBLIC_URL and WEB_ORIGINS', () => {
  it('the host of PUBLIC_URL over plain http: responds 403', async () => {
    const headers = { Host: 'stories.example', 'X-Forwarded-Proto': 'https' };

    const responses = [
      await signup(behindProxy, { ...headers, Origin: PUBLIC_URL }),
      await signup(behindProxy, { ...headers, Origin: 'http://stories.example' }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([201, 403]);
  });

  it.each([
    ['PUBLIC_URL', { Origin: PUBLIC_URL }],
    ['one of WEB_ORIGINS', { Origin: WEB_ORIGIN, 'Sec-Fetch-Site': 'cross-site' }],
    ['another of WEB_ORIGINS', { Origin: 'http://localhost:5173', 'Sec-Fetch-Site': 'cross-site' }],
    [
      'the host that the proxy names',
      { Origin: 'https://by-name.example', 'X-Forwarded-Host': 'by-name.example' },
    ],
  ])('%s: passes', async (_case, headers) => {
    expect((await signup(behindProxy, headers)).status).toBe(201);
  });

  it.each([
    ['null', { Origin: 'null' }],
    ['http instead of https', { Origin: 'http://app.example' }],
    ['a subdomain', { Origin: 'https://x.app.example' }],
    ['another port', { Origin: 'https://app.example:8443' }],
  ])('%s: responds 403', async (_case, headers) => {
    expect((await signup(behindProxy, headers)).status).toBe(403);
  });

  it('a forwarded host while TRUST_PROXY is off: is ignored', async () => {
    const response = await signup(app, {
      Origin: 'https://evil.example',
      'X-Forwarded-Host': 'evil.example',
    });

    expect(response.status).toBe(403);
  });
});

describe('Security 3: CORS', () => {
  const get = (origin?: string) =>
    sendRawRequest(behindProxy.url, {
      method: 'GET',
      path: '/api/auth/check-auth',
      headers: origin === undefined ? {} : { Origin: origin },
    });
  const preflight = (to: TestApp, origin: string) =>
    sendRawRequest(to.url, {
      method: 'OPTIONS',
      path: '/api/auth/update-profile',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'content-type',
      },
    });

  it('for one of WEB_ORIGINS: allows credentials and exposes headers, for errors too', async () => {
    const { status, headers } = await get(WEB_ORIGIN);

    expect(status).toBe(401);
    expect(headers).toMatchObject({
      'access-control-allow-origin': WEB_ORIGIN,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': expect.stringMatching(/Date,.*Link/),
      'cross-origin-resource-policy': 'cross-origin',
      vary: expect.stringContaining('Origin'),
    });
  });

  it.each([
    ['a foreign origin', 'https://elsewhere.example'],
    ['PUBLIC_URL, which needs no CORS', PUBLIC_URL],
    ['null', 'null'],
    ['no origin', undefined],
  ])('for %s: sends no CORS header, and varies by origin', async (_case, origin) => {
    const { headers } = await get(origin);

    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers.vary).toContain('Origin');
  });

  it('preflight of one of WEB_ORIGINS: is allowed', async () => {
    const { status, headers } = await preflight(behindProxy, WEB_ORIGIN);

    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': WEB_ORIGIN,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': expect.stringContaining('PUT'),
      'access-control-allow-headers': 'content-type',
    });
  });

  it('preflight of an upload, and its response: allow the headers of tus', async () => {
    const upload = (method: string, headers: Record<string, string>) =>
      sendRawRequest(behindProxy.url, {
        method,
        path: '/api/media/uploads/unknown',
        headers: { Origin: WEB_ORIGIN, ...headers },
      });
    const requested = 'content-type,tus-resumable,upload-offset';

    const preflightResponse = await upload('OPTIONS', {
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': requested,
    });
    const response = await upload('HEAD', { 'Tus-Resumable': '1.0.0' });

    expect(preflightResponse.status).toBe(204);
    expect(preflightResponse.headers).toMatchObject({
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': requested,
    });
    const exposed = String(response.headers['access-control-expose-headers']).toLowerCase().split(',');
    expect(exposed).toEqual(
      expect.arrayContaining(['location', 'tus-resumable', 'upload-offset', 'upload-media', 'upload-length']),
    );
  });

  it('OPTIONS of the uploads that is no preflight: responds with the headers of tus, and exposes them', async () => {
    const { status, headers } = await sendRawRequest(behindProxy.url, {
      method: 'OPTIONS',
      path: '/api/media/uploads',
      headers: { Origin: WEB_ORIGIN },
    });

    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': WEB_ORIGIN,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': expect.stringContaining('Tus-Version'),
      'tus-version': '1.0.0',
      'tus-max-size': '10000000',
    });
  });

  it('preflight of a foreign page, or of any page without WEB_ORIGINS: is not allowed', async () => {
    for (const response of [
      await preflight(behindProxy, 'https://elsewhere.example'),
      await preflight(app, WEB_ORIGIN),
    ]) {
      expect(response.status).toBe(405);
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});
