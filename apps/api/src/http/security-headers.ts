import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Settings } from '../config/env.js';

/** Security headers with a strict content security policy: own scripts only, none inline. */
export function securityHeaders({
  publicUrl,
  webOrigins,
}: Pick<Settings, 'publicUrl' | 'webOrigins'>): RequestHandler {
  const isHttps = publicUrl?.startsWith('https:') === true;
  return helmet({
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
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000 } : false,
    // Pages of WEB_ORIGINS show pictures from here.
    crossOriginResourcePolicy: { policy: webOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}
