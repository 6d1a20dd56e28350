import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, type Language } from '@safarnama/contracts';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { detectLanguage } from '../http/request-language.js';
import type { SiteOrigin } from '../http/site-origin.js';
import type { FindLeadPicture } from './lead-picture.js';
import { readSlug } from './page-slug.js';
import type { StoryFrame } from './story-renderer.js';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/** Encodings in which the build also writes compressible files, smallest first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

const INDEX = '/index.html';
/**
 * Written by the build of the web app: for each language and page path, the elements that preload its assets and the
 * markup shown until the app runs.
 */
const FIRST_LOAD = '.vite/first-load.json';
const APP_SCRIPT = '<script type="module"';
const APP_SCRIPTS = /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g;
const EMPTY_ROOT = '<div id="root"></div>';
/** Path of the preview picture; sites that show links need an absolute URL. */
const SOCIAL_PICTURE = /(<meta property="og:image" content=")(\/[^"]*)/;
/** Stands for the URL of the picture at the top of home. */
const LEAD_PICTURE = '/media/:lead';

interface WebOptions {
  originOf: (req: Request) => SiteOrigin;
  /** Whether the request has a session cookie, valid or not; false if its session is known to have ended. */
  hasSession(req: Request, res: Response): boolean;
  findLeadPicture: FindLeadPicture;
}

/** Lists the URL paths of all files in a folder that browsers may load. */
function listFiles(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(
      (entry) =>
        `/${path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')}`,
    );
  return new Set(files.filter((file) => !file.startsWith(SERVER_FOLDER)));
}

/** Keys of a story in the first loads: for signed-in users, and of a public one for guests. */
const STORY_KEY = '/post/:slug';
const PUBLIC_STORY_KEY = 'public-story';
/** Key of the chat. */
const CHAT_KEY = '/chat';
/** Keys that stand for the sign-in page where there is no session. */
const GUARDED_KEYS: ReadonlySet<string> = new Set(['/', STORY_KEY, CHAT_KEY]);
/** Key of any other page of a signed-in user. */
const MEMBERS_KEY = 'members';
/** Folder of files that only the server reads. */
const SERVER_FOLDER = '/.vite/';

interface FirstLoad {
  /** Elements before the script of the app. */
  early?: string;
  head: string;
  /** Further elements of the head for a URL without a query, which would select another list. */
  list?: string;
  /** Like `list`, if the list begins with a picture. Its URL is `LEAD_PICTURE`. */
  picture?: string;
  body: string;
}

/** The built web app in a language. */
interface WebPages {
  index: string;
  /** By page path. */
  firstLoads: ReadonlyMap<string, FirstLoad>;
}

/** Reads the pages in each language; the English ones stand in for what the build lacks. */
function readPages(folder: string): (language: Language) => WebPages {
  const file = path.join(folder, FIRST_LOAD);
  const firstLoads: Partial<Record<Language, Record<string, FirstLoad>>> = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {};
  const english = {
    index: readFileSync(path.join(folder, INDEX), 'utf8'),
    firstLoads: new Map(Object.entries(firstLoads.en ?? {})),
  };
  const pages = new Map<Language, WebPages>();
  for (const language of LANGUAGES) {
    const translated = path.join(folder, `${SERVER_FOLDER}index.${language}.html`);
    const ownLoads = firstLoads[language];
    if (language === 'en' || ownLoads === undefined || !existsSync(translated)) continue;
    pages.set(language, {
      index: readFileSync(translated, 'utf8'),
      firstLoads: new Map(Object.entries(ownLoads)),
    });
  }
  return (language) => pages.get(language) ?? english;
}

const NO_FIRST_LOAD: FirstLoad = { head: '', body: '' };

/** Finds the first load of the page that the app will show at a path. */
function findFirstLoad(
  firstLoads: ReadonlyMap<string, FirstLoad>,
  pathname: string,
  hasSession: boolean,
): FirstLoad {
  const slug = readSlug(pathname);
  const key = slug === null ? pathname : STORY_KEY;
  const shownKey = resolvePage(key, hasSession);
  const firstLoad =
    firstLoads.get(shownKey) ?? (hasSession ? firstLoads.get(MEMBERS_KEY) : undefined) ?? NO_FIRST_LOAD;
  // Sends the markup of a signed-in user's page only at its own path: at any other, the session may have ended.
  if (hasSession && key !== shownKey) return { ...firstLoad, body: '' };
  // A replacement function, as `$` is special in replacement strings.
  return {
    ...firstLoad,
    early: firstLoad.early?.replace(':slug', () => encodeURIComponent(slug ?? '')) ?? '',
  };
}

/**
 * Guests are redirected from home, stories and the chat to /login, signed-in users from there and from /signup to home.
 * A conversation needs the scripts of the chat.
 */
function resolvePage(key: string, hasSession: boolean): string {
  if (!hasSession) return GUARDED_KEYS.has(key) ? '/login' : key;
  if (key === '/login' || key === '/signup') return '/';
  return key.startsWith(`${CHAT_KEY}/`) ? CHAT_KEY : key;
}

/**
 * Reads what `publicStoryPage` needs of the built web app: in each language, the page without the scripts of the app,
 * and elements for the head with a script that loads them later.
 */
export function readStoryFrames(folder: string): (language: Language) => StoryFrame {
  const pagesIn = readPages(folder);
  const createFrame = (language: Language): StoryFrame => {
    const { index, firstLoads } = pagesIn(language);
    const { head } = firstLoads.get(PUBLIC_STORY_KEY) ?? NO_FIRST_LOAD;
    return { language, template: index.replace(APP_SCRIPTS, ''), head };
  };
  const frames = new Map(LANGUAGES.map((language) => [language, createFrame(language)]));
  return (language) => frames.get(language) ?? createFrame('en');
}

/**
 * Serves the built web app: files with a hash in their name are cached for a year, all others revalidated;
 * precompressed files are sent as such. Any other page path gets the app itself. A missing asset is left to the handler
 * of unknown paths, so that HTML is never sent in place of a script.
 *
 * `<meta name="session">` in the page states whether the request had a session cookie (`cookie` or `none`). Scripts
 * cannot read that cookie, and without one the app need not look up the user.
 *
 * Pages are in the language of the reader. `Vary` states by which headers they differ, and no shared cache may store
 * them.
 */
export function serveWeb(
  folder: string,
  { originOf, hasSession, findLeadPicture }: WebOptions,
): RequestHandler {
  const files = listFiles(folder);
  const pagesIn = readPages(folder);
  const router = Router();

  /** Elements that preload the list of a page, and the picture at its top. */
  async function buildListPreloads(req: Request, { list = '', picture = '' }: FirstLoad): Promise<string> {
    if (req.originalUrl.includes('?')) return '';
    const url = picture === '' ? '' : await findLeadPicture(req);
    return url === '' ? list : list + picture.replaceAll(LEAD_PICTURE, () => url);
  }

  async function sendPage(req: Request, res: Response): Promise<void> {
    const hasCookie = hasSession(req, res);
    const { origin } = originOf(req);
    const { index, firstLoads } = pagesIn(detectLanguage(req));
    const firstLoad = findFirstLoad(firstLoads, req.path, hasCookie);
    const { early = '', head, body } = firstLoad;
    const preloads = head + (await buildListPreloads(req, firstLoad));
    const session = `<meta name="session" content="${hasCookie ? 'cookie' : 'none'}" />`;
    res.vary('Cookie, Accept-Language');
    res.set('Cache-Control', 'private, no-cache');
    res.type('html').send(
      // Replacement functions, as `$` is special in replacement strings.
      index
        .replace(SOCIAL_PICTURE, (_all, before: string, pathname: string) => before + origin + pathname)
        .replace(APP_SCRIPT, () => early + APP_SCRIPT)
        .replace('</head>', () => `${session}${preloads}</head>`)
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
