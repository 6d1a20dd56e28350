import type { IncomingMessage } from 'node:http';
import type { CookieOptions, Request, Response } from 'express';
import type { Settings } from '../config/env.js';

type CookieSettings = Pick<Settings, 'publicUrl' | 'webOrigins' | 'trustProxy'>;

const COOKIE_NAME = 'safarnama_session';

/** Protocol of the outermost proxy: each proxy appends its value to the header. */
function forwardedProtocol(req: IncomingMessage): string | undefined {
  return String(req.headers['x-forwarded-proto'] ?? '')
    .split(',')[0]
    ?.trim();
}

/** True when the browser uses https: according to PUBLIC_URL, a trusted proxy's header, or the connection itself. */
function isSecure(req: IncomingMessage, { publicUrl, trustProxy }: CookieSettings): boolean {
  if (publicUrl) return publicUrl.startsWith('https:');
  if (trustProxy > 0 && forwardedProtocol(req) === 'https') return true;
  return 'encrypted' in req.socket && req.socket.encrypted === true;
}

/** Reads and writes the session cookie in its three modes. */
export interface AuthCookie {
  read(req: IncomingMessage & { cookies?: unknown }): string | null;
  write(req: Request, res: Response, token: string): void;
  clear(req: Request, res: Response): void;
}

/**
 * Creates the session cookie, always HttpOnly and with path `/`. The settings and the request determine its mode:
 * - other origins allowed: `__Host-` name, SameSite=None, Secure, Partitioned;
 * - https: `__Host-` name, SameSite=Lax, Secure;
 * - plain http: no prefix, SameSite=Lax.
 *
 * Only the name of the current mode is read: a cookie without the prefix, which a sibling subdomain could set, is
 * ignored where `__Host-` is in use.
 *
 * @param maxAgeS - lifetime in seconds.
 */
export function createAuthCookie(settings: CookieSettings, maxAgeS: number): AuthCookie {
  function selectMode(req: IncomingMessage): { name: string; options: CookieOptions } {
    const baseOptions: CookieOptions = { httpOnly: true, path: '/' };
    if (settings.webOrigins.length > 0) {
      return {
        name: `__Host-${COOKIE_NAME}`,
        options: { ...baseOptions, secure: true, sameSite: 'none', partitioned: true },
      };
    }
    if (isSecure(req, settings)) {
      return { name: `__Host-${COOKIE_NAME}`, options: { ...baseOptions, secure: true, sameSite: 'lax' } };
    }
    return { name: COOKIE_NAME, options: { ...baseOptions, sameSite: 'lax' } };
  }
  return {
    read(req) {
      const { cookies } = req;
      const value =
        typeof cookies === 'object' && cookies !== null
          ? Reflect.get(cookies, selectMode(req).name)
          : undefined;
      return typeof value === 'string' && value !== '' ? value : null;
    },
    write(req, res, token) {
      const { name, options } = selectMode(req);
      // `identify` may have added a renewed token of the session that this one replaces.
      res.removeHeader('Set-Cookie');
      res.cookie(name, token, { ...options, maxAge: maxAgeS * 1000 });
    },
    clear(req, res) {
      const { name, options } = selectMode(req);
      res.removeHeader('Set-Cookie');
      res.clearCookie(name, options);
    },
  };
}
