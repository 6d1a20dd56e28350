import type { Request } from 'express';
import { notAuthenticated } from '../http/app-error.js';
import type { AuthCookie } from '../http/auth-cookie.js';
import { isMeantForOtherUser } from '../http/identity.js';
import type { RateLimits } from '../http/rate-limit.js';
import { detectLanguage } from '../http/request-language.js';
import { getRequestLogger } from '../http/request-log.js';
import { created, type Routes } from '../http/routes.js';
import type { AuthService, SignInContext } from './auth.service.js';
import type { PasswordResetService } from './password-reset.service.js';
import type { SessionService } from './session.service.js';

interface AuthRouteDeps {
  auth: AuthService;
  sessions: SessionService;
  passwordResets: PasswordResetService;
  cookie: AuthCookie;
  limits: RateLimits;
}

type AuthKeys = Extract<keyof Routes, `${string} /api/auth/${string}`>;

export function authRoutes({
  auth,
  sessions,
  passwordResets,
  cookie,
  limits,
}: AuthRouteDeps): Routes<AuthKeys> {
  const signInContextOf = (req: Request): SignInContext => ({
    userAgent: req.get('User-Agent') ?? '',
    replacedToken: cookie.read(req),
  });

  return {
    'POST /api/auth/signup': async ({ req, res, body }) => {
      const { user, token } = await auth.signup(body, {
        ...signInContextOf(req),
        language: detectLanguage(req),
      });
      cookie.write(req, res, token);
      return created(user);
    },
    'POST /api/auth/login': async ({ req, res, body }) => {
      const login = () => auth.login(body, signInContextOf(req));
      const { user, token } = await limits.countLogin(req, res, body.email, login);
      cookie.write(req, res, token);
      return user;
    },
    'GET /api/auth/check-auth': ({ me }) => auth.getCurrentUser(me.userId),
    'POST /api/auth/logout': async ({ req, res, me }) => {
      if (me && isMeantForOtherUser(req, me)) throw notAuthenticated();
      const token = cookie.read(req);
      if (token !== null) await sessions.endByToken(token);
      cookie.clear(req, res);
      return { message: 'Logged out' };
    },
    'PUT /api/auth/update-profile': async ({ req, res, me, body }) => {
      await limits.countPicture(req, res, body.profilePic);
      if (body.password) await limits.count('new-password', req, res);
      const update = () => auth.updateProfile(me, body);
      return body.currentPassword ? limits.countFailure('current-password', req, res, update) : update();
    },
    'POST /api/auth/reset-password': async ({ req, res, body }) => {
      const userId = await limits.countFailure('reset-address', req, res, () => passwordResets.reset(body));
      getRequestLogger(res).info({ userId }, 'Password set through a reset link');
      return { message: 'Your password has been changed. Please sign in.' };
    },
    'GET /api/auth/sessions': async ({ me }) => ({ sessions: await sessions.list(me) }),
    'DELETE /api/auth/sessions/:id': async ({ req, res, me, params }) => {
      await sessions.endById(me.userId, params.id);
      if (params.id === me.sessionId) cookie.clear(req, res);
      return { message: 'Signed out' };
    },
    'POST /api/auth/logout-others': async ({ me }) => {
      await sessions.endOthers(me.userId, me.sessionId);
      return { message: 'All other sessions are signed out' };
    },
    'GET /api/auth/privacy': ({ me }) => auth.getPrivacy(me.userId),
    'PUT /api/auth/privacy': ({ me, body }) => auth.setPrivacy(me.userId, body),
  };
}
