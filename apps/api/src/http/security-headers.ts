import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Settings } from '../config/env.js';

/** Runs a handler once and returns the headers that it sets, which must not depend on the request. */
function recordHeaders(handler: ReturnType<typeof helmet>): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  res.setHeader = (name, value) => {
    headers.set(name, String(value));
    return res;
  };
  handler(res.req, res, () => undefined);
  return headers;
}

/**
 * Sets security headers with a strict content security policy: own scripts only, none inline. They are the same for all
 * responses.
 */
export function securityHeaders({
  publicUrl,
  webOrigins,
}: Pick<Settings, 'publicUrl' | 'webOrigins'>): RequestHandler {
  const isHttps = publicUrl?.startsWith('https:') === true;
  const handler = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        // The toast library inserts styles at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // Pasted pictures can be blobs of this browser.
        connectSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Other sites of the domain may not have https.
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // Pages of WEB_ORIGINS show pictures from here.
    crossOriginResourcePolicy: { policy: webOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  const headers = recordHeaders(handler);
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}
