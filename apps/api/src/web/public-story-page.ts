import type { Language, PublicPost } from '@safarnama/contracts';
import type { Request, RequestHandler, Response } from 'express';
import type { SessionService } from '../auth/session.service.js';
import { AppError } from '../http/app-error.js';
import type { AuthCookie } from '../http/auth-cookie.js';
import type { AbortWhenDatabaseUnavailable } from '../http/database-guard.js';
import type { RateLimits } from '../http/rate-limit.js';
import { detectLanguage } from '../http/request-language.js';
import type { SiteOrigin } from '../http/site-origin.js';
import { isDatabaseUnavailableError } from '../lib/mongo-errors.js';
import type { PublicReader } from '../post/public-reader.js';
import { readSlug } from './page-slug.js';
import type { FindStoryRenderer, StoryFrame, StoryRenderer } from './story-renderer.js';

const UNAVAILABLE_RETRY_S = 5;
/** Characters of markup from which rendering a story is limited by IP address: it takes 10 ms and more. */
const LONG_STORY = 10_000;

interface ReaderDeps {
  sessions: Pick<SessionService, 'identify'>;
  cookie: Pick<AuthCookie, 'read'>;
  isDatabaseUp(): boolean;
  abortWhenDatabaseUnavailable: AbortWhenDatabaseUnavailable;
}

const isStoryPage = (req: Request) =>
  (req.method === 'GET' || req.method === 'HEAD') && readSlug(req.path) !== null;

const isUnavailable = (error: unknown) =>
  isDatabaseUnavailableError(error) || (error instanceof AppError && error.status === 503);

/**
 * On the page of a story, looks up the session: sets `res.locals.me` for a live one, and `res.locals.isGuest` without a
 * cookie or with an ended session. With a cookie, sets neither while the database is unavailable, because the user may
 * be signed in; the app then reports the failure.
 */
export function identifyReader({
  sessions,
  cookie,
  isDatabaseUp,
  abortWhenDatabaseUnavailable,
}: ReaderDeps): RequestHandler {
  return async (req, res, next) => {
    if (!isStoryPage(req)) return next();
    const token = cookie.read(req);
    if (token === null) {
      res.locals.isGuest = true;
      return next();
    }
    if (!isDatabaseUp()) return next();
    try {
      const session = await abortWhenDatabaseUnavailable(res, sessions.identify(token));
      if (session) res.locals.me = session.identity;
      else res.locals.isGuest = true;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    next();
  };
}

interface PageDeps extends Omit<ReaderDeps, 'sessions' | 'cookie'> {
  reader: Pick<PublicReader, 'findBySlug'>;
  findRenderer: FindStoryRenderer;
  originOf: (req: Request) => SiteOrigin;
  frameIn: (language: Language) => StoryFrame;
  limits: Pick<RateLimits, 'countLongStory'>;
}

/**
 * Sends guests the complete page of a public story. Passes any other story on to the handler of all pages, like a slug
 * that does not exist. Both cases do the same lookup, so that the response time does not reveal which stories exist.
 * A guest who has many long stories rendered gets 429; cached ones do not count.
 */
export function publicStoryPage({
  reader,
  findRenderer,
  originOf,
  frameIn,
  limits,
  isDatabaseUp,
  abortWhenDatabaseUnavailable,
}: PageDeps): RequestHandler {
  /** @returns null for a story that guests may not read. */
  async function findStory(res: Response, slug: string): Promise<PublicPost | null> {
    try {
      return await abortWhenDatabaseUnavailable(res, reader.findBySlug(slug));
    } catch (error) {
      if (error instanceof AppError && error.status === 404) return null;
      throw error;
    }
  }

  function sendUnavailable(res: Response, renderer: StoryRenderer, frame: StoryFrame): void {
    res.set({ 'Cache-Control': 'no-store', 'Retry-After': String(UNAVAILABLE_RETRY_S) });
    res.status(503).type('html').send(renderer.renderUnavailable(frame));
  }

  return async (req, res, next) => {
    // Express removes `/post`, where this handler is mounted, from `req.path`.
    const slug = res.locals.isGuest === true ? readSlug(req.baseUrl + req.path) : null;
    const renderer = slug === null ? null : await findRenderer();
    if (slug === null || renderer === null) return next();
    const frame = frameIn(detectLanguage(req));
    if (!isDatabaseUp()) return sendUnavailable(res, renderer, frame);
    let post: PublicPost | null;
    try {
      post = await findStory(res, slug);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      return sendUnavailable(res, renderer, frame);
    }
    if (post === null) return next();
    const isLong = post.blogHtml.length >= LONG_STORY;
    const session = '<meta name="session" content="none" />';
    const { origin } = originOf(req);
    const page = await renderer.renderPage(
      { ...frame, head: session + frame.head },
      post,
      origin,
      async () => {
        if (isLong) await limits.countLongStory(req, res);
      },
    );
    res.vary('Cookie, Accept-Language');
    res.set('Cache-Control', 'no-cache');
    res.type('html').send(page);
  };
}
