import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Settings } from '../config/env.js';
import { forbidden } from './app-error.js';

/** Methods that change nothing. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Longest origin and host that are parsed: those with the longest host name have fewer characters. Converting a host
 * name to Punycode takes time quadratic in its length.
 */
const MAX_ORIGIN_LENGTH = 300;

/**
 * Creates a function that checks whether a request comes from a page of the product: from the origin of its host,
 * PUBLIC_URL or one of WEB_ORIGINS. A request with neither `Origin` nor `Sec-Fetch-Site` does not come from a page and
 * passes.
 */
export function createOriginCheck({ publicUrl, webOrigins }: Pick<Settings, 'publicUrl' | 'webOrigins'>) {
  const ownOrigins = new Set([...webOrigins, ...(publicUrl ? [publicUrl] : [])]);
  const publicHost = publicUrl && new URL(publicUrl).host;
  return (headers: IncomingMessage['headers'], host: string | undefined): boolean => {
    const { origin } = headers;
    if (origin !== undefined && ownOrigins.has(origin)) return true;
    if (headers['sec-fetch-site'] === 'cross-site') return false;
    if (origin === undefined) return true;
    if (host === undefined || origin.length > MAX_ORIGIN_LENGTH || host.length > MAX_ORIGIN_LENGTH)
      return false;
    if (!URL.canParse(origin)) return false;
    const { protocol, host: originHost } = new URL(origin);
    // Some proxies forward the host with the default port, which an origin does not contain.
    const own = `${protocol}//${host}`;
    // PUBLIC_URL's host over http is a foreign origin: anyone on the network path can forge its pages.
    return URL.canParse(own) && originHost === new URL(own).host && originHost !== publicHost;
  };
}

/** Rejects requests of foreign pages that would change something, including sign-up and login. */
export function originGuard(isOwnOrigin: ReturnType<typeof createOriginCheck>): RequestHandler {
  return (req, _res, next) => {
    if (!SAFE_METHODS.has(req.method) && !isOwnOrigin(req.headers, req.host)) {
      throw forbidden('foreign_origin', 'This request comes from another site');
    }
    next();
  };
}
