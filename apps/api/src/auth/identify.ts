import type { RequestHandler } from 'express';
import type { AuthCookie } from '../http/auth-cookie.js';
import { type AbortWhenDatabaseUnavailable, databaseUnavailable } from '../http/database-guard.js';
import type { SessionService } from './session.service.js';

/**
 * Identifies the caller: sets `res.locals.me` from the session cookie and renews the cookie if it is due. If the
 * session is no longer live, `res.locals.wasSessionRevoked` says whether it was ended early rather than expired.
 */
export function identify(
  sessions: Pick<SessionService, 'identify' | 'wasRevoked'>,
  cookie: AuthCookie,
  isDatabaseUp: () => boolean,
  abortWhenDatabaseUnavailable: AbortWhenDatabaseUnavailable,
): RequestHandler {
  return async (req, res, next) => {
    res.set('Cache-Control', 'private, no-cache');
    res.vary('Cookie');
    const token = cookie.read(req);
    if (token !== null && !isDatabaseUp()) throw databaseUnavailable();
    const session = token === null ? null : await abortWhenDatabaseUnavailable(res, sessions.identify(token));
    if (session) {
      res.locals.me = session.identity;
      if (session.renewedToken !== null) cookie.write(req, res, session.renewedToken);
    } else if (token !== null) {
      res.locals.wasSessionRevoked = sessions.wasRevoked(token);
    }
    next();
  };
}
