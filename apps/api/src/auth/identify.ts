import type { RequestHandler } from 'express';
import type { AuthCookie } from '../http/auth-cookie.js';
import { type AbortWhenDatabaseUnavailable, databaseUnavailable } from '../http/database-guard.js';
import type { SessionService } from './session.service.js';

/**
 * Finds out who calls: fills `res.locals.me` from the session cookie, and renews an older cookie. Without one that
 * lives, `res.locals.hasEnded` tells whether it was ended by somebody, not by time.
 */
export function identify(
  sessions: SessionService,
  cookie: AuthCookie,
  isDatabaseUp: () => boolean,
  unlessAway: AbortWhenDatabaseUnavailable,
): RequestHandler {
  return async (req, res, next) => {
    res.set('Cache-Control', 'private, no-cache');
    res.vary('Cookie');
    const token = cookie.read(req);
    if (token !== null && !isDatabaseUp()) throw databaseUnavailable();
    const session = token === null ? null : await unlessAway(res, sessions.identify(token));
    if (session) {
      res.locals.me = session.identity;
      if (session.renewedToken !== null) cookie.write(req, res, session.renewedToken);
    } else if (token !== null) {
      res.locals.hasEnded = sessions.wasRevoked(token);
    }
    next();
  };
}
