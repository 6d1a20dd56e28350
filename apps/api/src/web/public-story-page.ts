import type { Language, PublicPost } from '@safarnama/contracts';
import type { Request, RequestHandler, Response } from 'express';
import type { SessionService } from '../auth/session.service.js';
import { AppError } from '../http/app-error.js';
import type { AuthCookie } from '../http/auth-cookie.js';
import { type AbortWhenDatabaseUnavailable, databaseUnavailable } from '../http/database-guard.js';
import type { RateLimits } from '../http/rate-limit.js';
import { detectLanguage } from '../http/request-language.js';
import type { SiteOrigin } from '../http/site-origin.js';
import { isDatabaseUnavailableError } from '../lib/mongo-errors.js';
import type { PublicReader } from '../post/public-reader.js';
import { readSlug } from './page-slug.js';
import type { FindStoryRenderer, StoryFrame } from './story-renderer.js';

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

/** Returns the slug of the story that a guest requests; null for any other request. */
const findGuestsSlug = (req: Request, res: Response): string | null =>
  // Express removes `/post`, where these handlers are mounted, from `req.path`.
  res.locals.isGuest ? readSlug(req.baseUrl + req.path) : null;

interface RendererDeps {
  findRenderer: FindStoryRenderer;
  frameIn: (language: Language) => StoryFrame;
}

/** Lets `errorHandler` send guests who request a story temporary errors as a page instead of JSON. */
export function storyErrorPage({ findRenderer, frameIn }: RendererDeps): RequestHandler {
  return async (req, res, next) => {
    const renderer = findGuestsSlug(req, res) === null ? null : await findRenderer();
    if (renderer !== null)
      res.locals.renderErrorPage = () => renderer.renderUnavailable(frameIn(detectLanguage(req)));
    next();
  };
}

interface PageDeps extends RendererDeps, Omit<ReaderDeps, 'sessions' | 'cookie'> {
  reader: Pick<PublicReader, 'findBySlug'>;
  originOf: (req: Request) => SiteOrigin;
  limits: Pick<RateLimits, 'count'>;
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

  return async (req, res, next) => {
    const slug = findGuestsSlug(req, res);
    const renderer = slug === null ? null : await findRenderer();
    if (slug === null || renderer === null) return next();
    if (!isDatabaseUp()) throw databaseUnavailable();
    const post = await findStory(res, slug);
    if (post === null) return next();
    const frame = frameIn(detectLanguage(req));
    const isLong = post.blogHtml.length >= LONG_STORY;
    const session = '<meta name="session" content="none" />';
    const { origin } = originOf(req);
    const page = await renderer.renderPage(
      { ...frame, head: session + frame.head },
      post,
      origin,
      async () => {
        if (isLong) await limits.count('long-stories', req, res);
      },
    );
    res.vary('Cookie, Accept-Language');
    res.set('Cache-Control', 'no-cache');
    res.type('html').send(page);
  };
}
