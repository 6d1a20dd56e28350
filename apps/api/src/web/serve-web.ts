import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Request, type RequestHandler, type Response, Router } from 'express';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/** Encodings in which the build also writes each file, smallest first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

const INDEX = '/index.html';
/**
 * Written by the build of the web app: for each page path, the elements that preload its assets and the markup shown
 * until the app runs.
 */
const FIRST_LOAD = '.vite/first-load.json';
const APP_SCRIPT = '<script type="module"';
const EMPTY_ROOT = '<div id="root"></div>';
/** Path of the preview picture; sites that show links need an absolute URL. */
const SOCIAL_PICTURE = /(<meta property="og:image" content=")(\/[^"]*)/;
/** A host name or IP address with an optional port; excludes characters that could end an attribute. */
const HOST = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

interface WebOptions {
  /** PUBLIC_URL; null for the host of the request. */
  publicUrl: string | null;
  /** Whether the request has a session cookie, valid or not. */
  hasSession(req: Request): boolean;
}

/** Lists the URL paths of all files in a folder. */
function listFiles(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(
    files.map(
      (entry) =>
        `/${path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')}`,
    ),
  );
}

/** The path of a story, and its key in the first loads. */
const STORY_PATH = /^\/post\/([^/]+)$/;
const STORY_KEY = '/post/:slug';

interface FirstLoad {
  /** Elements before the script of the app. */
  early?: string;
  head: string;
  body: string;
}

/** Reads the first load by page path. */
function readFirstLoad(folder: string): ReadonlyMap<string, FirstLoad> {
  const file = path.join(folder, FIRST_LOAD);
  const pages: Record<string, FirstLoad> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return new Map(Object.entries(pages));
}

const NO_FIRST_LOAD: FirstLoad = { head: '', body: '' };

/** Finds the first load of what the app will show at a path. */
function findFirstLoad(
  firstLoads: ReadonlyMap<string, FirstLoad>,
  address: string,
  hasSession: boolean,
): FirstLoad {
  const slug = readSlug(address);
  const key = slug === null ? address : STORY_KEY;
  const shownKey = resolvePage(key, hasSession);
  const firstLoad = firstLoads.get(shownKey) ?? NO_FIRST_LOAD;
  // A signed-in user's page only at its own path: at any other, the session may have ended.
  if (hasSession && key !== shownKey) return { ...firstLoad, body: '' };
  // A replacement function, as `$` is special in replacement strings.
  return { ...firstLoad, early: firstLoad.early?.replace(':slug', () => slug ?? '') ?? '' };
}

/** The slug in the path of a story, encoded as the app encodes it; null for another path. */
function readSlug(address: string): string | null {
  const slug = STORY_PATH.exec(address)?.[1];
  if (slug === undefined) return null;
  try {
    return encodeURIComponent(decodeURIComponent(slug));
  } catch {
    return null;
  }
}

/** Guests are redirected from home and stories to /login, signed-in users from there and from /signup to home. */
function resolvePage(key: string, hasSession: boolean): string {
  if (hasSession) return key === '/login' || key === '/signup' ? '/' : key;
  return key === '/' || key === STORY_KEY ? '/login' : key;
}

/**
 * Serves the built web app: files with a hash in their name are cached for a year, all others revalidated; precompressed
 * files are sent as such. Any other page path gets the app itself. A missing asset is left to the handler of unknown
 * paths, so that HTML is never sent in place of a script.
 *
 * `<meta name="session">` in the page states whether the request had a session cookie (`cookie` or `none`). Scripts
 * cannot read that cookie, and without one the app need not look up the user.
 */
export function serveWeb(folder: string, { publicUrl, hasSession }: WebOptions): RequestHandler {
  const files = listFiles(folder);
  const page = readFileSync(path.join(folder, INDEX), 'utf8');
  const firstLoads = readFirstLoad(folder);
  const router = Router();

  function sendPage(req: Request, res: Response): void {
    const hasCookie = hasSession(req);
    // Not `req.protocol`, which behind a proxy is an unchecked header.
    const protocol = req.secure ? 'https' : 'http';
    const origin = publicUrl ?? (HOST.test(req.host) ? `${protocol}://${req.host}` : '');
    const { early = '', head, body } = findFirstLoad(firstLoads, req.path, hasCookie);
    const session = `<meta name="session" content="${hasCookie ? 'cookie' : 'none'}" />`;
    res.vary('Cookie');
    res.set('Cache-Control', 'private, no-cache');
    res.type('html').send(
      // Replacement functions, as `$` is special in replacement strings.
      page
        .replace(SOCIAL_PICTURE, (_all, before: string, address: string) => before + origin + address)
        .replace(APP_SCRIPT, () => early + APP_SCRIPT)
        .replace('</head>', () => `${session}${head}</head>`)
        .replace(EMPTY_ROOT, () => `<div id="root">${body}</div>`),
    );
  }

  function sendFile(res: Response, file: string, accepts: (encoding: string) => boolean): void {
    const encoding = ENCODINGS.find(({ name, ending }) => files.has(file + ending) && accepts(name));
    res.vary('Accept-Encoding');
    if (encoding) res.set('Content-Encoding', encoding.name);
    res.type(path.extname(file));
    const isHashed = file.startsWith('/assets/');
    res.sendFile(file + (encoding?.ending ?? ''), {
      root: folder,
      cacheControl: isHashed,
      maxAge: YEAR_MS,
      immutable: true,
      ...(isHashed ? {} : { headers: { 'Cache-Control': 'no-cache' } }),
    });
  }

  router.use((req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const accepts = (encoding: string) => req.acceptsEncodings(encoding) === encoding;
    if (req.path === INDEX) return sendPage(req, res);
    const isEncoded = ENCODINGS.some(({ ending }) => req.path.endsWith(ending));
    if (files.has(req.path) && !isEncoded) return sendFile(res, req.path, accepts);
    const isPage = !req.path.startsWith('/assets/') && path.extname(req.path) === '';
    if (isPage) return sendPage(req, res);
    next();
  });
  return router;
}
