import type { RequestHandler } from 'express';
import type { AuthCookie } from '../http/auth-cookie.js';
import { databaseAway, type UnlessAway } from '../http/database-guard.js';
import type { SessionService } from './session.service.js';

/**
 * Finds out who calls: fills `res.locals.me` from the session cookie, and renews an older cookie. Without one that
 * lives, `res.locals.hasEnded` tells whether it was ended by somebody, not by time.
 */
export function identify(
  sessions: SessionService,
  cookie: AuthCookie,
  isDatabaseUp: () => boolean,
  unlessAway: UnlessAway,
): RequestHandler {
  return async (req, res, next) => {
    res.set('Cache-Control', 'private, no-cache');
    res.vary('Cookie');
    const token = cookie.read(req);
    if (token !== null && !isDatabaseUp()) throw databaseAway();
    const found = token === null ? null : await unlessAway(res, sessions.identify(token));
    if (found) {
      res.locals.me = found.identity;
      if (found.renewedToken !== null) cookie.write(req, res, found.renewedToken);
    } else if (token !== null) {
      res.locals.hasEnded = sessions.wasEnded(token);
    }
    next();
  };
}
