import type { IncomingMessage } from 'node:http';
import type { CookieOptions, Request, Response } from 'express';
import { SESSION_TTL_S } from '../auth/session-token.js';
import type { Settings } from '../config/env.js';

type CookieSettings = Pick<Settings, 'publicUrl' | 'webOrigins' | 'trustProxy'>;

const COOKIE_NAME = 'safarnama_session';

/** What the outermost proxy was asked over: each one that adds to the header adds at its end. */
function forwardedProtocol(req: IncomingMessage): string | undefined {
  return String(req.headers['x-forwarded-proto'] ?? '')
    .split(',')[0]
    ?.trim();
}

/** True when the person's side of the connection is https: by the settings, by a trusted proxy, or by itself. */
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
 * - other origins allowed: SameSite=None, Secure, Partitioned;
 * - https: `__Host-` name, Secure, SameSite=Lax;
 * - plain http: no prefix, SameSite=Lax.
 *
 * Always HttpOnly and for the whole site. Only the name of the mode in force is read: a cookie that a
 * neighbouring host could plant does not count where `__Host-` does.
 */
export function createAuthCookie(settings: CookieSettings): AuthCookie {
  function cookieMode(req: IncomingMessage): { name: string; options: CookieOptions } {
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
          ? Reflect.get(cookies, cookieMode(req).name)
          : undefined;
      return typeof value === 'string' && value !== '' ? value : null;
    },
    write(req, res, token) {
      const { name, options } = cookieMode(req);
      // A renewed token of the session that this one replaces must not go out beside it.
      res.removeHeader('Set-Cookie');
      res.cookie(name, token, { ...options, maxAge: SESSION_TTL_S * 1000 });
    },
    clear(req, res) {
      const { name, options } = cookieMode(req);
      res.removeHeader('Set-Cookie');
      res.clearCookie(name, options);
    },
  };
}
