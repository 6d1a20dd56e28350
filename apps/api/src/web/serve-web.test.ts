import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { sendRawRequest } from '../../test/raw-request.js';

const HTML = `<!doctype html><html lang="en"><head><title>Safarnama</title>
<meta property="og:image" content="/social-card.png" />
<script type="module" src="/assets/app.js"></script></head><body><div id="root"></div></body></html>`;
const HOME_LINKS = '<link rel="modulepreload" href="/assets/home-$1.js" />';
const HOME = '<div inert>₹100 is $1 and more</div>';
const LOGIN_LINKS = '<link rel="modulepreload" href="/assets/login-a1.js" />';
const STORY_REQUEST = '<link rel="preload" href="/api/post/getpost/:slug" />';
const STORY_LINKS = '<link rel="modulepreload" href="/assets/post-c3.js" />';
const STORY = '<div inert>Loading post...</div>';
const LOGIN = '<form>Sign in</form>';
const SIGNUP_LINKS = '<link rel="modulepreload" href="/assets/signup-b2.js" />';
const SIGNUP = '<form>Create Account</form>';
const SCRIPT = `export const greeting = 'नमस्ते';\n${'// travel\n'.repeat(200)}`;
const STYLE = 'body { color: #222 }\n'.repeat(100);

/** Creates a folder as the build of the web app does. */
function buildWebFolder(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'safarnama-web-'));
  const folder = path.join(root, 'dist');
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  const write = (name: string, content: string | Buffer) => writeFileSync(path.join(folder, name), content);
  const writeCompressed = (name: string, content: string) => {
    write(name, content);
    write(`${name}.br`, brotliCompressSync(content));
    write(`${name}.gz`, gzipSync(content));
  };
  writeCompressed('index.html', HTML);
  writeCompressed('assets/main-Bx8dZ1aQ.js', SCRIPT);
  writeCompressed('assets/main-C0ffee12.css', STYLE);
  write('assets/fraunces-a1b2c3d4.woff2', Buffer.from('wOF2 and more'));
  mkdirSync(path.join(folder, '.vite'));
  write(
    '.vite/first-load.json',
    JSON.stringify({
      '/': { head: HOME_LINKS, body: HOME },
      '/post/:slug': { early: STORY_REQUEST, head: STORY_LINKS, body: STORY },
      '/login': { head: LOGIN_LINKS, body: LOGIN },
      '/signup': { head: SIGNUP_LINKS, body: SIGNUP },
    }),
  );
  write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  write('manifest.webmanifest', '{"name":"Safarnama"}');
  write('robots.txt', 'User-agent: *');
  writeFileSync(path.join(root, 'secret.txt'), 'not for the web');
  return folder;
}

const webFolder = buildWebFolder();
afterAll(() => rmSync(path.dirname(webFolder), { recursive: true, force: true }));
const app = useApp({ webFolder });
const behindProxy = useApp({ webFolder, env: { TRUST_PROXY: '1' } });
const atPublicUrl = useApp({ webFolder, env: { PUBLIC_URL: 'https://stories.example' } });

const get = (address: string, headers: Record<string, string> = {}) =>
  app.request().get(address).set(headers);

describe('Reliability 10: a file with a hash in its name', () => {
  it.each([
    ['main-Bx8dZ1aQ.js', /^(text|application)\/javascript; charset=utf-8$/, SCRIPT],
    ['main-C0ffee12.css', /^text\/css; charset=utf-8$/, STYLE],
  ])(
    '%s: is cached for a year, has its type, and comes in the accepted encoding',
    async (name, type, content) => {
      const [brotli, gzip, plain] = await Promise.all(
        ['gzip, deflate, br', 'gzip', 'identity'].map((encoding) =>
          get(`/assets/${name}`, { 'Accept-Encoding': encoding }),
        ),
      );

      for (const response of [brotli, gzip, plain]) {
        expect(response?.status).toBe(200);
        expect(response?.headers['cache-control']).toBe('public, max-age=31536000, immutable');
        expect(response?.headers['content-type']).toMatch(type);
        expect(response?.headers.vary).toContain('Accept-Encoding');
      }
      expect(brotli?.headers['content-encoding']).toBe('br');
      expect(Number(brotli?.headers['content-length'])).toBe(brotliCompressSync(content).length);
      expect(gzip?.headers['content-encoding']).toBe('gzip');
      expect(gzip?.text).toBe(content);
      expect(plain?.headers).not.toHaveProperty('content-encoding');
      expect(plain?.text).toBe(content);
    },
  );

  it('that the build did not compress: comes uncompressed', async () => {
    const response = await get('/assets/fraunces-a1b2c3d4.woff2', { 'Accept-Encoding': 'br' });

    expect(response.headers['content-type']).toBe('font/woff2');
    expect(response.headers).not.toHaveProperty('content-encoding');
    expect(response.headers['cache-control']).toContain('immutable');
  });

  it('requested with its ETag: responds 304', async () => {
    const { headers } = await get('/assets/main-Bx8dZ1aQ.js');

    const again = await get('/assets/main-Bx8dZ1aQ.js', { 'If-None-Match': String(headers.etag) });

    expect(again.status).toBe(304);
  });

  it.each([
    '/assets/main-0ldBuild.js',
    '/assets/main-Bx8dZ1aQ.js.br',
    '/assets/main-Bx8dZ1aQ.js.gz',
    '/assets/',
    '/assets/no-ending',
    '/sw-old.js',
    '/missing.png',
  ])('that does not exist (%s): responds 404 as JSON, never with the page', async (address) => {
    const response = await get(address, { Accept: 'text/html' });

    expect(response.status).toBe(404);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body.code).toBe('not_found');
  });
});

describe('a file without a hash', () => {
  it.each([
    ['/favicon.svg', 'image/svg+xml'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
  ])('%s: is revalidated each time', async (address, type) => {
    const response = await get(address);

    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toContain(type);
    expect(response.headers['cache-control']).toBe('no-cache');
    expect(response.headers.etag).toBeTruthy();
  });
});

describe('the path of a page', () => {
  it.each([
    '/',
    '/login',
    '/post/जयपुर-की-सुबह',
    `/post/${encodeURIComponent('यात्रा')}`,
    '/chat?with=1',
    '/nothing/like/this',
    '/index.html',
    '/apiary',
    '/metricsology',
  ])('%s: responds with the app, revalidated each time, under the strict policy', async (address) => {
    const response = await get(encodeURI(decodeURI(address)), { 'Accept-Encoding': 'identity' });

    expect(response.status).toBe(200);
    expect(response.text).toContain('<title>Safarnama</title>');
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('private, no-cache');
    expect(response.headers.vary).toContain('Cookie');
    expect(response.headers['content-security-policy']).toContain("script-src 'self'");
    expect(response.headers).not.toHaveProperty('set-cookie');
  });

  it('requested with HEAD: responds with the headers only', async () => {
    const response = await app.request().head('/my-posts');

    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.text ?? '').toBe('');
  });

  it('requested with POST: responds 404 as JSON', async () => {
    const response = await app.request().post('/login').send({});

    expect(response.status).toBe(404);
    expect(response.body.code).toBe('not_found');
  });
});

describe('the session in the page', () => {
  const COOKIE = 'safarnama_session=some.token';

  it.each([
    ['no cookie', undefined, 'none'],
    ['a session’s cookie', COOKIE, 'cookie'],
    ['the cookie among others', `theme=dark; ${COOKIE}`, 'cookie'],
    ['an empty cookie', 'safarnama_session=', 'none'],
    ['the cookie of another mode', '__Host-safarnama_session=some.token', 'none'],
  ])('requested with %s: is stated in a meta element', async (_name, cookie, expected) => {
    const response = await get('/about', cookie === undefined ? {} : { Cookie: cookie });

    expect(response.text.match(/<meta name="session" content="(\w+)" \/>/)?.[1]).toBe(expected);
  });

  it.each([
    ['/', undefined, LOGIN_LINKS, LOGIN],
    ['/login', undefined, LOGIN_LINKS, LOGIN],
    ['/signup', undefined, SIGNUP_LINKS, SIGNUP],
    ['/post/some-story', undefined, LOGIN_LINKS, LOGIN],
    ['/post/some-story', COOKIE, STORY_LINKS, STORY],
    ['/post/some-story/more', COOKIE, '', ''],
    ['/', COOKIE, HOME_LINKS, HOME],
    ['/login', COOKIE, HOME_LINKS, ''],
    ['/signup', COOKIE, HOME_LINKS, ''],
    ['/chat', COOKIE, '', ''],
    ['/about', undefined, '', ''],
  ])(
    '%s, requested with the cookie %s: preloads and contains what that user will see',
    async (address, cookie, links, markup) => {
      const response = await get(address, cookie === undefined ? {} : { Cookie: cookie });

      const expected = cookie === undefined ? 'none' : 'cookie';
      expect(response.text).toContain(`<meta name="session" content="${expected}" />${links}</head>`);
      expect(response.text).toContain(`<div id="root">${markup}</div>`);
    },
  );

  it.each([
    ['/post/a-boat', 'a-boat'],
    [`/post/${encodeURIComponent('यात्रा')}`, encodeURIComponent('यात्रा')],
    ["/post/%22%3e%3cscript%3e$&'", "%22%3E%3Cscript%3E%24%26'"],
  ])(
    '%s, requested with a session: asks for the story before the script of the app',
    async (address, slug) => {
      const response = await get(address, { Cookie: COOKIE });

      const request = STORY_REQUEST.replace(':slug', () => slug);
      expect(response.text).toContain(`${request}<script type="module" src="/assets/app.js">`);
    },
  );

  it('the path of a story with a malformed encoding: asks for no story', async () => {
    const response = await get('/post/%e0%a4', { Cookie: COOKIE });

    expect(response.text).not.toContain('getpost');
  });

  it('requested with the ETag of a guest: responds 304 to guests only', async () => {
    const { headers } = await get('/');
    const requestHeaders = { 'If-None-Match': String(headers.etag) };

    expect((await get('/', requestHeaders)).status).toBe(304);
    const signedIn = await get('/', { ...requestHeaders, Cookie: COOKIE });
    expect(signedIn.status).toBe(200);
    expect(signedIn.text).toContain('content="cookie"');
  });
});

describe('the picture of a shared link', () => {
  const readPictureUrl = async (headers: Record<string, string>) =>
    (await get('/', headers)).text.match(/og:image" content="([^"]*)"/)?.[1];

  it('without PUBLIC_URL: has the host of the request', async () => {
    expect(await readPictureUrl({ Host: 'stories.example:8080' })).toBe(
      'http://stories.example:8080/social-card.png',
    );
    expect(await readPictureUrl({ Host: '[::1]:3000' })).toBe('http://[::1]:3000/social-card.png');
  });

  it('with an invalid host, or an untrusted forwarded one: does not contain it', async () => {
    expect(await readPictureUrl({ Host: 'a"><script>' })).toBe('/social-card.png');
    expect(await readPictureUrl({ Host: 'stories.example', 'X-Forwarded-Host': 'evil.example' })).toBe(
      'http://stories.example/social-card.png',
    );
  });

  it('with an invalid forwarded protocol: does not contain it', async () => {
    const forged = await behindProxy
      .request()
      .get('/')
      .set({ Host: 'stories.example', 'X-Forwarded-Proto': 'x"><script>alert(1)</script>' });
    const https = await behindProxy
      .request()
      .get('/')
      .set({ Host: 'stories.example', 'X-Forwarded-Proto': 'https' });

    expect(forged.text).toContain('content="http://stories.example/social-card.png"');
    expect(forged.text).not.toContain('alert');
    expect(https.text).toContain('content="https://stories.example/social-card.png"');
  });

  it('with PUBLIC_URL: has its origin, whatever the host of the request', async () => {
    const response = await atPublicUrl.request().get('/').set('Host', 'evil.example');

    expect(response.text).toContain('content="https://stories.example/social-card.png"');
    expect(response.text).not.toContain('evil.example');
  });
});

describe('a path outside the web app', () => {
  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/post/x/y/z',
    '/media',
    '/media/a/b',
    '/health',
    '/health/x',
    '/metrics/x',
    '/socket.io/x',
  ])('%s: never responds with the page', async (address) => {
    const response = await get(address, { Accept: 'text/html' });

    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.headers['content-type']).toContain('application/json');
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '//secret.txt',
    '/..\\secret.txt',
    '/assets/%00.js',
  ])('outside the folder (%s): is not served', async (address) => {
    const response = await sendRawRequest(app.url, { method: 'GET', path: address });

    expect(response.text).not.toContain('not for the web');
    expect(response.status).toBe(404);
  });
});
