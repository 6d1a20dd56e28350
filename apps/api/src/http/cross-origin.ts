import cors from 'cors';
import type { RequestHandler } from 'express';
import type { Settings } from '../config/env.js';

/** What pages of other origins may read beside the body. */
const EXPOSED_HEADERS = ['Link', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'];

/** CORS with credentials for WEB_ORIGINS; to any other origin not one of its headers. */
export function crossOrigin({ webOrigins }: Pick<Settings, 'webOrigins'>): RequestHandler {
  const allowedOrigins = new Set(webOrigins);
  const applyCors = cors({
    origin: [...allowedOrigins],
    credentials: true,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 600,
  });
  return (req, res, next) => {
    // Also without an origin: a cache must not give one origin's answer to another.
    if (allowedOrigins.size > 0) res.vary('Origin');
    if (allowedOrigins.has(req.get('Origin') ?? '')) applyCors(req, res, next);
    else next();
  };
}
