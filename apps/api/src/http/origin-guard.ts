import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Settings } from '../config/env.js';
import { forbidden } from './app-error.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Says whether a request comes from a page of our own: of the host it was sent to, of PUBLIC_URL or of
 * WEB_ORIGINS. One with neither `Origin` nor `Sec-Fetch-Site` comes from no page and passes.
 */
export function createOriginCheck({ publicUrl, webOrigins }: Pick<Settings, 'publicUrl' | 'webOrigins'>) {
  const ownOrigins = new Set([...webOrigins, ...(publicUrl ? [publicUrl] : [])]);
  const publicHost = publicUrl && new URL(publicUrl).host;
  return (headers: IncomingMessage['headers'], host: string | undefined): boolean => {
    const { origin } = headers;
    if (origin !== undefined && ownOrigins.has(origin)) return true;
    if (headers['sec-fetch-site'] === 'cross-site') return false;
    if (origin === undefined) return true;
    if (!URL.canParse(origin) || host === undefined) return false;
    const { host: originHost } = new URL(origin);
    // The host of PUBLIC_URL over another scheme is another origin: anybody on the line writes its http pages.
    return originHost === host.toLowerCase() && originHost !== publicHost;
  };
}

/** 403 for a request of a foreign page that would change something, sign-up and login included. */
export function originGuard(isOwnOrigin: ReturnType<typeof createOriginCheck>): RequestHandler {
  return (req, _res, next) => {
    if (!SAFE_METHODS.has(req.method) && !isOwnOrigin(req.headers, req.host)) {
      throw forbidden('foreign_origin', 'This request comes from another site');
    }
    next();
  };
}
