import cors from 'cors';
import type { Request, RequestHandler } from 'express';
import type { Settings } from '../config/env.js';

/** Response headers that pages of other origins may read. */
const EXPOSED_HEADERS = [
  ...['Date', 'Link', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
  // Headers of uploads.
  ...['Location', 'Tus-Extension', 'Tus-Max-Size', 'Tus-Resumable', 'Tus-Version'],
  ...['Upload-Expires', 'Upload-Length', 'Upload-Media', 'Upload-Metadata', 'Upload-Offset'],
];

/** Sets CORS headers, with credentials, for WEB_ORIGINS; other origins get none of them. */
export function crossOrigin({ webOrigins }: Pick<Settings, 'webOrigins'>): RequestHandler {
  const allowedOrigins = new Set(webOrigins);
  const applyCors = cors<Request>((req, done) =>
    done(null, {
      origin: [...allowedOrigins],
      credentials: true,
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: 600,
      // For cors every OPTIONS is a preflight, but one without this header asks for the headers of tus.
      preflightContinue: req.get('Access-Control-Request-Method') === undefined,
    }),
  );
  return (req, res, next) => {
    // Also for requests without an origin: a cache must not reuse a response for another origin.
    if (allowedOrigins.size > 0) res.vary('Origin');
    if (allowedOrigins.has(req.get('Origin') ?? '')) applyCors(req, res, next);
    else next();
  };
}
