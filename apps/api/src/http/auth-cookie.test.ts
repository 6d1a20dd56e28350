import { describe, expect, it } from 'vitest';
import { type TestApp, useApp } from '../../test/app.js';
import { buildSignup } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { readSetCookies } from '../../test/sign-in.js';

useDatabase();
const plain = useApp();
const publicHttps = useApp({ env: { PUBLIC_URL: 'https://stories.example' } });
const publicHttp = useApp({ env: { PUBLIC_URL: 'http://stories.lan', TRUST_PROXY: '1' } });
const proxied = useApp({ env: { TRUST_PROXY: '2' } });
const crossSite = useApp({
  env: { WEB_ORIGINS: 'https://app.example', PUBLIC_URL: 'https://stories.example' },
});

const signup = (app: TestApp, headers: Record<string, string> = {}) =>
  app.request().post('/api/auth/signup').set(headers).send(buildSignup());

/** Splits a `Set-Cookie` header into the name, the `name=value` pair and the sorted attributes without dates. */
function parseSetCookie(cookie = ''): { name: string; pair: string; attributes: string[] } {
  const [pair = '', ...attributes] = cookie.split('; ');
  return {
    name: pair.split('=')[0] ?? '',
    pair,
    attributes: attributes.filter((attribute) => !/^(Expires|Max-Age)=/.test(attribute)).sort(),
  };
}

const HTTP = { name: 'safarnama_session', attributes: ['HttpOnly', 'Path=/', 'SameSite=Lax'] };
const HTTPS = {
  name: '__Host-safarnama_session',
  attributes: ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'],
};
const CROSS_SITE = {
  name: '__Host-safarnama_session',
  attributes: ['HttpOnly', 'Partitioned', 'Path=/', 'SameSite=None', 'Secure'],
};

describe('Security 3: the session cookie', () => {
  it.each<[string, TestApp, Record<string, string>, typeof HTTP]>([
    ['on plain http', plain, {}, HTTP],
    [
      'on plain http, with a forwarded protocol from an untrusted proxy',
      plain,
      { 'X-Forwarded-Proto': 'https' },
      HTTP,
    ],
    ['with an https PUBLIC_URL', publicHttps, {}, HTTPS],
    ['with an http PUBLIC_URL', publicHttp, { 'X-Forwarded-Proto': 'https' }, HTTP],
    ['behind a proxy on https', proxied, { 'X-Forwarded-Proto': 'https' }, HTTPS],
    ['behind two proxies, the inner one on http', proxied, { 'X-Forwarded-Proto': 'https, http' }, HTTPS],
    ['behind a proxy on http', proxied, { 'X-Forwarded-Proto': 'http' }, HTTP],
    ['with WEB_ORIGINS', crossSite, {}, CROSS_SITE],
  ])(
    '%s: has the right name and attributes, identifies the user and can be cleared',
    async (_case, app, headers, expected) => {
      const response = await signup(app, headers);

      const { pair, ...cookie } = parseSetCookie(readSetCookies(response)[0]);
      expect(cookie).toEqual(expected);
      const me = await app
        .request()
        .get('/api/auth/check-auth')
        .set({ ...headers, Cookie: pair });
      expect(me.body).toEqual(response.body);
      const logout = await app
        .request()
        .post('/api/auth/logout')
        .set({ ...headers, Cookie: pair });
      const { pair: cleared, ...clearing } = parseSetCookie(readSetCookies(logout)[0]);
      expect(clearing).toEqual(expected);
      expect(cleared).toBe(`${expected.name}=`);
      expect(
        (
          await app
            .request()
            .get('/api/auth/check-auth')
            .set({ ...headers, Cookie: pair })
        ).status,
      ).toBe(401);
    },
  );

  it('without the __Host- prefix, as a sibling subdomain could set it: is ignored', async () => {
    const { pair } = parseSetCookie(readSetCookies(await signup(publicHttps))[0]);

    const response = await publicHttps
      .request()
      .get('/api/auth/check-auth')
      .set('Cookie', pair.replace('__Host-', ''));

    expect(response.status).toBe(401);
  });

  it('among other cookies, one with a longer name: is found; of two with its name, the first is used', async () => {
    const { pair } = parseSetCookie(readSetCookies(await signup(plain))[0]);
    const checkAuth = (cookie: string) => plain.request().get('/api/auth/check-auth').set('Cookie', cookie);

    expect((await checkAuth(`theme=dark;  x${pair}x; ${pair} ; lang=hi`)).status).toBe(200);
    expect((await checkAuth(`safarnama_session=old; ${pair}`)).status).toBe(401);
  });

  it.each([
    'safarnama_session',
    'safarnama_session=',
    'safarnama_session=%E0%A4%A',
    'safarnama_session=j:{"$gt":""}',
    `safarnama_session=${'x'.repeat(8000)}`,
    ';;;=;',
    '__proto__=x; constructor=y',
  ])('malformed (%.40s): responds 401', async (cookie) => {
    const response = await plain.request().get('/api/auth/check-auth').set('Cookie', cookie);

    expect(response.status).toBe(401);
  });
});

describe('Security 6: the headers of every response', () => {
  it('on plain http: have a strict content security policy that does not upgrade to https', async () => {
    const { headers } = await plain.request().get('/api/nothing');

    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
  });

  it('with an https PUBLIC_URL: also have HSTS, of this host alone, and upgrade-insecure-requests', async () => {
    const { headers } = await publicHttps.request().get('/api/nothing');

    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('X-Request-Id of a proxy: is used if it looks like an id, otherwise replaced', async () => {
    const requestIdFor = async (id: string) =>
      (await plain.request().get('/api/nothing').set('X-Request-Id', id)).body.requestId as string;

    expect(await requestIdFor('proxy-0123456789')).toBe('proxy-0123456789');
    for (const id of ['short', 'with space and "quote"', 'x'.repeat(65), '../../etc/passwd']) {
      expect(await requestIdFor(id)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});
