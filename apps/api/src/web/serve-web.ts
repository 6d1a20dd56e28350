import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type RequestHandler, type Response, Router } from 'express';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/** Encodings that the build writes beside each file, the smaller first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

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

/**
 * Serves the built web app: files whose names carry a hash for a year, everything else to be asked again;
 * precompressed where the build did so; and for any other page address the app itself. A missing file is
 * left to the handler of unknown paths: never HTML where a script was asked for.
 */
export function serveWeb(folder: string): RequestHandler {
  const files = listFiles(folder);
  const router = Router();

  function send(res: Response, file: string, accepts: (encoding: string) => boolean): void {
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
    const isEncoded = ENCODINGS.some(({ ending }) => req.path.endsWith(ending));
    if (files.has(req.path) && !isEncoded) return send(res, req.path, accepts);
    const isPage = !req.path.startsWith('/assets/') && path.extname(req.path) === '';
    if (isPage) return send(res, '/index.html', accepts);
    next();
  });
  return router;
}
