import cors from 'cors';
import type { RequestHandler } from 'express';
import type { Settings } from '../config/env.js';

/** What pages of other origins may read beside the body. */
const EXPOSED_HEADERS = ['Link', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'];

/** CORS with credentials for WEB_ORIGINS; to any other origin not one of its headers. */
export function crossOrigin({ webOrigins }: Pick<Settings, 'webOrigins'>): RequestHandler {
  const known = new Set(webOrigins);
  const allow = cors({ origin: [...known], credentials: true, exposedHeaders: EXPOSED_HEADERS, maxAge: 600 });
  return (req, res, next) => {
    // Also without an origin: a cache must not give one origin's answer to another.
    if (known.size > 0) res.vary('Origin');
    if (known.has(req.get('Origin') ?? '')) allow(req, res, next);
    else next();
  };
}
