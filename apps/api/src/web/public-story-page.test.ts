import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildPostInput, createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { PostModel } from '../post/post.model.js';

const APP_SCRIPT = '<script type="module" crossorigin src="/assets/app.js"></script>';
const HTML = `<!doctype html><html lang="en"><head>${APP_SCRIPT}</head><body><div id="root"></div></body></html>`;
/** Stands in for the bundle of the web app, whose own tests are in `apps/web/e2e/public-story.spec.ts`. */
const BUNDLE = `
let renderings = 0;
export const renderStory = (post, language) =>
  ({ preload: '', markup: 'rendering ' + (renderings += 1) + ' in ' + language + ' of ' + post.blogTitle });
export const buildStoryPage = ({ template, language, post, rendered, origin, head }) =>
  template.replace('</head>', () => head + '<link rel="canonical" href="' + origin + '/post/' + post.slug + '"></head>')
    .replace('<div id="root">', () => '<div id="root" lang="' + language + '">' + rendered.markup);
export const buildUnavailablePage = (template, language) =>
  template.replace('<div id="root">', '<div id="root">unavailable in ' + language);
`;

function buildWebFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'safarnama-pages-'));
  mkdirSync(path.join(folder, '.vite/story-page'), { recursive: true });
  writeFileSync(path.join(folder, 'index.html'), HTML);
  writeFileSync(
    path.join(folder, '.vite/first-load.json'),
    JSON.stringify({
      en: {
        '/login': { head: '', body: 'sign-in' },
        '/post/:slug': { head: '', body: 'inert story' },
        'public-story': { head: '<link rel="modulepreload" href="/assets/post.js">', body: '' },
      },
      hi: {
        '/login': { head: '', body: 'साइन इन' },
        'public-story': { head: '<link rel="modulepreload" href="/assets/post-hi.js">', body: '' },
      },
    }),
  );
  writeFileSync(path.join(folder, '.vite/index.hi.html'), HTML.replace('lang="en"', 'lang="hi"'));
  return folder;
}

const BROKEN_BUNDLE = `
const fail = () => { throw new Error('Broken'); };
export const renderStory = fail;
export const buildUnavailablePage = fail;
`;

function writeBundle(folder: string, bundle = BUNDLE): void {
  writeFileSync(path.join(folder, '.vite/story-page/package.json'), '{"type":"module"}');
  writeFileSync(path.join(folder, '.vite/story-page/main.js'), bundle);
}

useDatabase();
const webFolder = buildWebFolder();
writeBundle(webFolder);
const unfinishedFolder = buildWebFolder();
const brokenFolder = buildWebFolder();
writeBundle(brokenFolder, BROKEN_BUNDLE);
afterAll(() => {
  for (const folder of [webFolder, unfinishedFolder, brokenFolder])
    rmSync(folder, { recursive: true, force: true });
});
let isDatabaseUp = true;
const app = useApp({ webFolder, isDatabaseUp: () => isDatabaseUp });
const warnings: unknown[] = [];
const startedEarly = useApp({
  webFolder: unfinishedFolder,
  logger: pino({ level: 'warn' }, { write: (line: string) => warnings.push(JSON.parse(line).msg) }),
});
const atPublicUrl = useApp({ webFolder, env: { PUBLIC_URL: 'https://stories.example' } });
const broken = useApp({ webFolder: brokenFolder });
const limited = useApp({ webFolder, env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });

beforeEach(() => {
  isDatabaseUp = true;
});

const getPage = (slug: string, cookie?: string) => {
  const request = app
    .request()
    .get(`/post/${encodeURIComponent(slug)}`)
    .set('Accept', 'text/html');
  return cookie === undefined ? request : request.set('Cookie', cookie);
};

const setVisibility = ({ agent }: SignedIn, id: string, visibility: 'members' | 'public') =>
  agent.put(`/api/post/update-post/${id}`).send(buildPostInput({ visibility }));

describe('the page of a public story', () => {
  it('requested by a guest: is rendered, contains the absolute URL, and is revalidated', async () => {
    const { slug, blogTitle } = await createPost(await signIn(app), { visibility: 'public' });

    const response = await getPage(slug);
    const again = await getPage(slug).set('If-None-Match', String(response.headers.etag));

    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
    });
    expect(response.headers.vary).toContain('Cookie');
    expect(response.text).toContain(` of ${blogTitle}`);
    expect(response.text).toContain('<meta name="session" content="none" /><link rel="modulepreload"');
    expect(response.text).not.toContain(APP_SCRIPT);
    expect(response.text).toMatch(/canonical" href="http:\/\/127\.0\.0\.1:\d+\/post\//);
    expect(again.status).toBe(304);
  });

  it('requested by a reader of Hindi: is rendered in Hindi, even with the ETag of the English page', async () => {
    const { slug, blogTitle } = await createPost(await signIn(app), { visibility: 'public' });
    const english = await getPage(slug);

    const accepted = await getPage(slug).set({
      'Accept-Language': 'hi-IN,hi;q=0.9',
      'If-None-Match': String(english.headers.etag),
    });
    const chosen = await getPage(slug, 'lang=hi');
    const again = await getPage(slug);

    expect(english.text).toMatch(/<html lang="en">.*<div id="root" lang="en">rendering \d+ in en of /s);
    expect(accepted.status).toBe(200);
    expect(accepted.text).toContain('<html lang="hi">');
    expect(accepted.text).toMatch(/<div id="root" lang="hi">rendering \d+ in hi of /);
    expect(accepted.text).toContain(blogTitle);
    expect(accepted.text).toContain('href="/assets/post-hi.js"');
    expect(accepted.headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: expect.stringContaining('Cookie, Accept-Language'),
    });
    expect([chosen.text, again.text]).toEqual([accepted.text, english.text]);
  });

  it('with PUBLIC_URL: has its origin, whatever the host of the request', async () => {
    const { slug } = await createPost(await signIn(app), { visibility: 'public' });

    const { text } = await atPublicUrl.request().get(`/post/${slug}`).set('Host', 'evil.example');

    expect(text).toContain(`href="https://stories.example/post/${slug}"`);
    expect(text).not.toContain('evil');
  });

  it('stored with the host of another request: is not confirmed as current', async () => {
    const { slug } = await createPost(await signIn(app), { visibility: 'public' });
    const forged = await getPage(slug).set('Host', 'evil.example');

    const response = await getPage(slug).set('If-None-Match', String(forged.headers.etag));

    expect(forged.text).toContain(`href="http://evil.example/post/${slug}"`);
    expect(response.status).toBe(200);
    expect(response.text).not.toContain('evil');
  });

  it('requested twice: is rendered once, and again after a change of the story or of its author', async () => {
    const author = await signIn(app);
    const { _id, slug } = await createPost(author, { visibility: 'public' });
    const rendering = async () => Number(/rendering (\d+)/.exec((await getPage(slug)).text)?.[1]);
    const renderings = [await rendering(), await rendering()];

    await setVisibility(author, _id, 'public');
    renderings.push(await rendering());
    await author.agent.put('/api/auth/update-profile').send({ fullName: 'A new name' });
    renderings.push(await rendering());

    const [first = 0] = renderings;
    expect(renderings).toEqual([first, first, first + 1, first + 2]);
  });

  it('requested by a signed-in user: is the page of the app', async () => {
    const author = await signIn(app);
    const { slug } = await createPost(author, { visibility: 'public' });

    const { text, headers } = await author.agent.get(`/post/${slug}`);

    expect(text).toContain('<div id="root">inert story</div>');
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('with the cookie of an ended session or a forged one: is the page for guests', async () => {
    const author = await signIn(app);
    const { slug } = await createPost(author, { visibility: 'public' });
    await author.agent.post('/api/auth/logout').send({});
    const guest = await getPage(slug);

    const ended = await getPage(slug, author.cookie);
    const forged = await getPage(slug, 'safarnama_session=some.forged.token');

    expect([ended.text, forged.text]).toEqual([guest.text, guest.text]);
  });
});

describe('the page of a public story, while the web app is being built', () => {
  it('is the page of the app, with one warning in the log; after the build, it is the rendered page', async () => {
    const { slug, blogTitle } = await createPost(await signIn(startedEarly), { visibility: 'public' });
    const read = async () => (await startedEarly.request().get(`/post/${slug}`)).text;

    expect(await read()).toContain('<div id="root">sign-in</div>');
    writeBundle(unfinishedFolder);

    expect(await read()).toContain(` of ${blogTitle}`);
    expect(warnings).toEqual([
      'the web app is not built: guests get public stories as the app shell, without their text',
    ]);
  });
});

describe('the page of any other story, requested by a guest', () => {
  it('equals the page of a slug that was never used, in status, headers and text', async () => {
    const author = await signIn(app);
    const members = await createPost(author);
    const deleted = await createPost(author, { visibility: 'public' });
    await author.agent.delete(`/api/post/delete-post/${deleted._id}`);
    const unpublished = await createPost(author, { visibility: 'public' });
    await author.agent.post(`/api/post/${unpublished._id}/unpublish`);
    const withdrawn = await createPost(author, { visibility: 'public' });
    await getPage(withdrawn.slug);
    await setVisibility(author, withdrawn._id, 'members');
    const read = async (slug: string, cookie?: string) => {
      const { status, text, headers } = await getPage(slug, cookie);
      return { status, text, headers: { ...headers, date: '', 'x-request-id': '' } };
    };

    const never = await read('never-written');

    expect(never.text).toContain('<div id="root">sign-in</div>');
    const neverInHindi = await read('never-written', 'lang=hi');
    expect(neverInHindi.text).toContain('<div id="root">साइन इन</div>');
    for (const { slug } of [members, deleted, unpublished, withdrawn]) {
      expect(await read(slug, 'lang=hi')).toEqual(neverInHindi);
      expect(await read(slug)).toEqual(never);
      expect(await read(slug, 'safarnama_session=dead')).toEqual(never);
    }
  });
});

describe('the page of a story while the database is unavailable', () => {
  it('requested by a guest: responds 503 with a page that says so, whether the story exists or not', async () => {
    const { slug } = await createPost(await signIn(app), { visibility: 'public' });
    isDatabaseUp = false;

    for (const name of [slug, 'never-written']) {
      const response = await getPage(name);

      expect(response.status).toBe(503);
      expect(response.text).toContain('unavailable in en');
      expect((await getPage(name, 'lang=hi')).text).toMatch(/<html lang="hi">.*unavailable in hi/s);
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '2' });
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    }
  });

  it('with a cookie that may belong to a session: responds with the app', async () => {
    const author = await signIn(app);
    const { slug } = await createPost(author);
    isDatabaseUp = false;

    const response = await getPage(slug, author.cookie);

    expect(response.status).toBe(200);
    expect(response.text).toContain('<meta name="session" content="cookie" />');
  });
});

describe('a missing file at the address of a story', () => {
  it('requested by a guest: responds 404, not that stories are unavailable', async () => {
    const response = await getPage('never-written.png');

    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ code: 'not_found' });
  });
});

describe('the page of a story whose lookup fails', () => {
  it('requested by a guest: responds 500 with a page that says so', async () => {
    const { slug } = await createPost(await signIn(app), { visibility: 'public' });
    vi.spyOn(PostModel.collection, 'findOne').mockRejectedValueOnce(new Error('Broken'));

    const response = await getPage(slug);

    expect(response.status).toBe(500);
    expect(response.text).toContain('unavailable in en');
    expect(response.text).not.toContain('Broken');
  });

  it('in a build whose pages cannot be rendered: responds 500 as JSON', async () => {
    const { slug } = await createPost(await signIn(app), { visibility: 'public' });

    const response = await broken.request().get(`/post/${encodeURIComponent(slug)}`);

    expect(response.status).toBe(500);
    expect(response.body).toMatchObject({ code: 'internal', requestId: expect.any(String) });
  });

  it('requested by a guest with HEAD: responds 500 with the headers of that page alone', async () => {
    const { slug } = await createPost(await signIn(app), { visibility: 'public' });
    vi.spyOn(PostModel.collection, 'findOne').mockRejectedValueOnce(new Error('Broken'));

    const response = await app.request().head(`/post/${slug}`);

    expect(response.status).toBe(500);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(response.text ?? '').toBe('');
  });
});

describe('the page of a story, requested too often by a guest', () => {
  it('responds 429 with a page that says so', async () => {
    const send = () => limited.request().get('/post/never-written').set('X-Forwarded-For', '203.0.113.9');
    let last = await send();
    for (let sent = 1; sent <= 1_200 && last.status === 200; sent += 40) {
      last = (await Promise.all(Array.from({ length: 40 }, send))).at(-1) ?? last;
    }

    expect(last.status).toBe(429);
    expect(last.headers).toHaveProperty('retry-after');
    expect(last.text).toContain('unavailable in en');
  });
});

describe('the page of a long story, rendered very often for a guest', () => {
  const getFrom = (ip: string, slug: string) =>
    limited.request().get(`/post/${slug}`).set('X-Forwarded-For', ip);

  it('after 60 versions in a minute: responds 429, but not for a cached or a short story, nor for another IP address', async () => {
    const author = await signIn(limited);
    const long = await createPost(author, { visibility: 'public', blogContent: 'word '.repeat(2_500) });
    const short = await createPost(author, { visibility: 'public' });
    const renderNew = async (version: number) => {
      await PostModel.updateOne({ _id: long._id }, { blogTitle: `Version ${version}` });
      return getFrom('203.0.113.10', long.slug);
    };

    const statuses: number[] = [];
    for (let version = 1; version <= 61; version += 1) statuses.push((await renderNew(version)).status);
    const elsewhere = await getFrom('203.0.113.11', long.slug);
    const cached = await getFrom('203.0.113.10', long.slug);
    const ofShort = await getFrom('203.0.113.10', short.slug);

    expect(statuses).toEqual([...Array(60).fill(200), 429]);
    expect([elsewhere.status, cached.status, ofShort.status]).toEqual([200, 200, 200]);
  });
});
