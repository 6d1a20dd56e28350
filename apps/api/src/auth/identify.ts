import type { RequestHandler } from 'express';
import type { AuthCookie } from '../http/auth-cookie.js';
import { type AbortWhenDatabaseUnavailable, databaseUnavailable } from '../http/database-guard.js';
import type { Prefetch } from '../http/routes.js';
import type { SessionService } from './session.service.js';

/**
 * Identifies the caller: sets `res.locals.me` from the session cookie and renews the cookie if it is due. If the
 * session is no longer live, `res.locals.wasSessionRevoked` says whether it was ended early rather than expired.
 */
export function identify(
  sessions: Pick<SessionService, 'identify' | 'readUserId' | 'wasRevoked'>,
  cookie: AuthCookie,
  isDatabaseUp: () => boolean,
  abortWhenDatabaseUnavailable: AbortWhenDatabaseUnavailable,
): (prefetch?: Prefetch) => RequestHandler {
  return (prefetch) => async (req, res, next) => {
    res.set('Cache-Control', 'private, no-cache');
    res.vary('Cookie');
    const token = cookie.read(req);
    if (token !== null && !isDatabaseUp()) throw databaseUnavailable();
    const claimedUserId = token === null || !prefetch ? null : sessions.readUserId(token);
    if (claimedUserId !== null) prefetch?.(claimedUserId, req.params);
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
