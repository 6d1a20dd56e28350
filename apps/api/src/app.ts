import compression from 'compression';
import cookieParser from 'cookie-parser';
import express, { type Express, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { authRoutes } from './auth/auth.routes.js';
import { identify } from './auth/identify.js';
import type { Settings } from './config/env.js';
import { draftRoutes } from './draft/draft.routes.js';
import { followRoutes } from './follow/follow.routes.js';
import { crossOrigin } from './http/cross-origin.js';
import { createAbortWhenDatabaseUnavailable, databaseGuard } from './http/database-guard.js';
import { endpointRouter } from './http/endpoint-router.js';
import { errorHandler, unknownPath } from './http/error-handler.js';
import { BODY_IDLE_MS } from './http/idle-body.js';
import './http/locals.js';
import type { createOriginCheck } from './http/origin-guard.js';
import { originGuard } from './http/origin-guard.js';
import { createRateLimits } from './http/rate-limit.js';
import { requestId } from './http/request-id.js';
import { requestLog } from './http/request-log.js';
import { requireHost } from './http/require-host.js';
import type { Routes } from './http/routes.js';
import { securityHeaders } from './http/security-headers.js';
import { createOriginReader } from './http/site-origin.js';
import type { RedisConnection } from './lib/redis.js';
import type { WriteVersions } from './lib/write-versions.js';
import { mediaRoutes } from './media/media.routes.js';
import { tusProtocol, uploadRoutes } from './media/upload.routes.js';
import { UPLOADS_PATH } from './media/upload-protocol.js';
import { messagePrefetches, messageRoutes } from './message/message.routes.js';
import { newsletterRoutes } from './newsletter/newsletter.routes.js';
import { notificationRoutes } from './notification/notification.routes.js';
import { docsAssets } from './operations/docs-page.js';
import type { Metrics } from './operations/metrics.js';
import { operationsRoutes, operatorGuard } from './operations/operations.routes.js';
import { placeRoutes } from './place/place.routes.js';
import { postRoutes } from './post/post.routes.js';
import { publicRoutes, type SitemapLengths } from './public/public.routes.js';
import { searchRoutes } from './search/search.routes.js';
import type { Services } from './services.js';
import { userRoutes } from './user/user.routes.js';
import { createLeadPictureFinder } from './web/lead-picture.js';
import { identifyReader, publicStoryPage, storyErrorPage } from './web/public-story-page.js';
import { serveWeb } from './web/serve-web.js';
import type { FindStoryRenderer } from './web/story-renderer.js';
import { createStoryFrames, readPages } from './web/web-pages.js';

/** Dependencies that differ between production and tests. */
interface AppDeps {
  settings: Settings;
  logger: Logger;
  services: Services;
  metrics: Metrics;
  isOwnOrigin: ReturnType<typeof createOriginCheck>;
  isDatabaseUp(): boolean;
  /** Null without REDIS_URL. */
  redis: RedisConnection | null;
  versions: WriteVersions;
  /** Folder of the built web app; null without one (development, API tests). */
  webFolder: string | null;
  findStoryRenderer: FindStoryRenderer;
  /** Tests use smaller limits than the product. */
  sitemapLengths?: SitemapLengths | undefined;
  /** How long a large body may stall. Tests use a shorter time than the product. */
  bodyIdleMs?: number | undefined;
}

/** Creates the Express app, without an HTTP server. */
export function createApp({
  settings,
  logger,
  services,
  metrics,
  isOwnOrigin,
  isDatabaseUp,
  redis,
  versions,
  webFolder,
  findStoryRenderer,
  sitemapLengths,
  bodyIdleMs = BODY_IDLE_MS,
}: AppDeps): Express {
  const { auth, sessions, passwordResets, cookie, media, uploads, drafts, publications, publicReader } =
    services;
  const limits = createRateLimits(settings, redis, metrics.rateLimitRejected);
  const originOf = createOriginReader(settings.publicUrl);
  const routes: Routes = {
    ...authRoutes({ auth, sessions, passwordResets, cookie, limits }),
    ...newsletterRoutes(limits),
    ...postRoutes(services),
    ...searchRoutes(services),
    ...placeRoutes(services),
    ...followRoutes(services),
    ...draftRoutes({ drafts, publications, limits }),
    ...messageRoutes({ ...services, limits }),
    ...notificationRoutes(services),
    ...userRoutes(services),
    ...publicRoutes({ reader: publicReader, originOf, sitemapLengths }),
    ...mediaRoutes(media),
    ...uploadRoutes({ uploads, limits, bodyIdleMs }),
    ...operationsRoutes({ isDatabaseUp, redis, metrics }),
  };

  const abortWhenDatabaseUnavailable = createAbortWhenDatabaseUnavailable(isDatabaseUp);
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', settings.trustProxy);
  app.use(requestId, requestLog(logger), metrics.observeRequest, securityHeaders(settings));
  app.use(UPLOADS_PATH, tusProtocol);
  app.use(requireHost, crossOrigin(settings));
  app.use(cookieParser());
  const compress = compression({
    // Picture formats are compressed already.
    filter: (req, res) => !req.path.startsWith('/media/') && compression.filter(req, res),
  });
  app.use(
    endpointRouter(routes, messagePrefetches(services), services.bodyChecks, {
      origin: originGuard(isOwnOrigin),
      identify: identify(sessions, cookie, isDatabaseUp, abortWhenDatabaseUnavailable),
      database: databaseGuard(isDatabaseUp),
      abortWhenDatabaseUnavailable,
      rateLimit: limits.forEndpoint,
      isBeyondLimit: limits.isBeyondLimit,
      operator: operatorGuard(settings.metricsToken),
      bodyIdleMs,
      compress,
      versions,
    }),
    compress,
  );
  app.use('/api/docs', docsAssets());
  app.use(['/api', '/media', '/health', '/metrics', '/socket.io'], unknownPath);
  if (webFolder !== null) {
    const database = { isDatabaseUp, abortWhenDatabaseUnavailable };
    app.use(identifyReader({ sessions, cookie, ...database }));
    const pagesIn = readPages(webFolder);
    const page = { findRenderer: findStoryRenderer, frameIn: createStoryFrames(pagesIn) };
    app.use(
      '/post',
      storyErrorPage(page),
      ...limits.forEndpoint({}),
      publicStoryPage({ reader: publicReader, originOf, limits, ...page, ...database }),
    );
    const hasSession = (req: Request, res: Response) => !res.locals.isGuest && cookie.read(req) !== null;
    const findLeadPicture = createLeadPictureFinder({
      sessions,
      cookie,
      reader: services.reader,
      isDatabaseUp,
    });
    app.use(serveWeb(webFolder, { pagesIn, originOf, hasSession, findLeadPicture }));
  }
  app.use(unknownPath, errorHandler);
  return app;
}
