import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { detectLanguage } from '../http/request-language.js';
import type { SiteOrigin } from '../http/site-origin.js';
import type { FindLeadPicture } from './lead-picture.js';
import {
  type FirstLoad,
  findFirstLoad,
  INDEX,
  LEAD_PICTURE,
  type PagesIn,
  SERVER_FOLDER,
} from './web-pages.js';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/** Encodings in which the build also writes compressible files, smallest first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

const APP_SCRIPT = '<script type="module"';
const EMPTY_ROOT = '<div id="root"></div>';
/** Path of the preview picture; sites that show links need an absolute URL. */
const SOCIAL_PICTURE = /(<meta property="og:image" content=")(\/[^"]*)/;

interface WebOptions {
  pagesIn: PagesIn;
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
  { pagesIn, originOf, hasSession, findLeadPicture }: WebOptions,
): RequestHandler {
  const files = listFiles(folder);
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
