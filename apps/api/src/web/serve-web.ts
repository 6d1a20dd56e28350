import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Request, type RequestHandler, type Response, Router } from 'express';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/** Encodings that the build writes beside each file, the smaller first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

const INDEX = '/index.html';
/**
 * Written by the web's build: for the address of a page, the elements that have its parts loaded early, and what is
 * seen of it until the app runs.
 */
const FIRST_LOAD = '.vite/first-load.json';
const EMPTY_ROOT = '<div id="root"></div>';
/** The picture's address within the site; those who show a link want it in full. */
const SOCIAL_PICTURE = /(<meta property="og:image" content=")(\/[^"]*)/;
/** A name or an address, with a port or without: nothing that could end an attribute. */
const HOST = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

interface WebOptions {
  /** As in the settings; null: what the request says. */
  publicUrl: string | null;
  /** Whether the request brings a session's cookie, be it good or not. */
  hasSession(req: Request): boolean;
}

/** Every file of a folder, as the path it is served under. */
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

interface FirstLoad {
  head: string;
  body: string;
}

/** What each address gets that gets something. */
function readFirstLoad(folder: string): ReadonlyMap<string, FirstLoad> {
  const file = path.join(folder, FIRST_LOAD);
  const pages: Record<string, FirstLoad> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return new Map(Object.entries(pages));
}

/** The page that the app shows at an address: guests sign in, and the signed-in are at home. */
function resolvePage(address: string, hasSession: boolean): string {
  if (address !== '/' && address !== '/login') return address;
  return hasSession ? '/' : '/login';
}

/**
 * Serves the built web app: files whose names carry a hash for a year, everything else to be asked again;
 * precompressed where the build did so; and for any other page address the app itself. A missing file is
 * left to the handler of unknown paths: never HTML where a script was asked for.
 *
 * The app's page says in `<meta name="session">` whether a session's cookie came with the request (`cookie`, `none`):
 * no script can read that cookie, and without one there is nobody to ask for.
 */
export function serveWeb(folder: string, { publicUrl, hasSession }: WebOptions): RequestHandler {
  const files = listFiles(folder);
  const page = readFileSync(path.join(folder, INDEX), 'utf8');
  const firstLoad = readFirstLoad(folder);
  const router = Router();

  function sendPage(req: Request, res: Response): void {
    const hasCookie = hasSession(req);
    // Not `req.protocol`: behind a proxy that is a header, which may hold anything.
    const protocol = req.secure ? 'https' : 'http';
    const origin = publicUrl ?? (HOST.test(req.host) ? `${protocol}://${req.host}` : '');
    const { head, body } = firstLoad.get(resolvePage(req.path, hasCookie)) ?? { head: '', body: '' };
    const session = `<meta name="session" content="${hasCookie ? 'cookie' : 'none'}" />`;
    res.vary('Cookie');
    res.set('Cache-Control', 'private, no-cache');
    res.type('html').send(
      // By functions: `$` has no meaning in what they give.
      page
        .replace(SOCIAL_PICTURE, (_all, before: string, address: string) => before + origin + address)
        .replace('</head>', () => `${session}${head}</head>`)
        // At its own address alone: who asks for another may have a session that has ended.
        .replace(EMPTY_ROOT, () => (req.path === '/' ? `<div id="root">${body}</div>` : EMPTY_ROOT)),
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
