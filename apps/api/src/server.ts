import type { IncomingHttpHeaders, Server } from 'node:http';
import cookieParser from 'cookie-parser';
import type { Request } from 'express';
import mongoose from 'mongoose';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import { createHashPool } from './auth/hash-pool.js';
import { createPasswordHasher } from './auth/password.js';
import type { Settings } from './config/env.js';
import type { Secrets } from './config/secrets.js';
import { handleClientErrors } from './http/client-error.js';
import { databaseUnavailable } from './http/database-guard.js';
import { createDrain } from './http/drain.js';
import { createHttpServer } from './http/http-server.js';
import { enableLingeringClose } from './http/lingering-close.js';
import { createOriginCheck } from './http/origin-guard.js';
import { whenBackgroundTasksEnd } from './lib/background.js';
import { createWriteVersions } from './lib/write-versions.js';
import { createImageStorage } from './media/create-storage.js';
import { createMetrics } from './operations/metrics.js';
import { findPublishedIds } from './post/post-queries.js';
import type { SitemapLengths } from './public/public.routes.js';
import { createRealtime, type RealtimeTimings, SOCKET_PATH, type SocketUsers } from './realtime/realtime.js';
import { createServices, type Services } from './services.js';
import { createStoryRendererFinder } from './web/story-renderer.js';

export interface ServerOptions {
  settings: Settings;
  secrets: Secrets;
  logger: Logger;
  isDatabaseUp(): boolean;
  webFolder: string | null;
  /** Base-2 logarithm of bcrypt's work factor; tests use a lower one. */
  passwordRounds?: number;
  /** Tests use shorter timings than the product. */
  realtimeTimings?: RealtimeTimings;
  /** Tests use smaller limits than the product. */
  sitemapLengths?: SitemapLengths;
  /** How long a large body may stall. Tests use a shorter time than the product. */
  bodyIdleMs?: number;
}

/** Enough for a body of 15 MB at 50 kB/s. */
const REQUEST_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 20_000;
/** Longer than proxies keep connections (usually 60 s), so that they do not reuse a connection that is being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** The composed product, not listening yet. */
export interface AppServer {
  http: Server;
  services: Services;
  /**
   * Stops accepting connections, closes sockets, waits up to 9.5 s for running requests and for what they have started
   * in the background, and ends worker threads.
   */
  close(): Promise<void>;
}

/** Returns the host that the browser requested, which a trusted proxy forwards. Equal to `req.host` of Express. */
function getRequestedHost(headers: IncomingHttpHeaders, { trustProxy }: Pick<Settings, 'trustProxy'>) {
  const forwarded = trustProxy > 0 ? headers['x-forwarded-host'] : undefined;
  return String(forwarded ?? headers.host ?? '')
    .split(',')[0]
    ?.trim();
}

/** Looks up the users and sessions of sockets. `getServices` is called once connections are accepted. */
function createSocketUsers(getServices: () => Services, isDatabaseUp: () => boolean): SocketUsers {
  const parseCookies = cookieParser();
  return {
    async identify(request) {
      if (!isDatabaseUp()) throw databaseUnavailable();
      const { cookie, sessions } = getServices();
      // The parser reads the header and sets `cookies`: it needs nothing else of Express.
      const req = request as Request;
      parseCookies(req, {} as never, () => undefined);
      const token = cookie.read(req);
      const found = token === null ? null : await sessions.identify(token);
      return found && { userId: found.identity.userId, sessionId: found.identity.sessionId };
    },
    findEndedSessions: (sessionIds) => getServices().sessions.findEndedIds(sessionIds),
    markSessionEnded: (sessionId) => getServices().sessions.markEnded(sessionId),
    markBlockChanged: (userId, otherId) => getServices().sendLookups.markBlockChanged(userId, otherId),
    async readVisibilityRules(userIds) {
      const { users, blocks } = getServices();
      const [hidden, blockedUsers] = await Promise.all([
        users.findAppearingOffline(userIds),
        blocks.loadBlockedUsers(userIds),
      ]);
      return new Map(
        userIds.map((userId) => [
          userId,
          { appearsOffline: hidden.has(userId), blocked: blockedUsers.get(userId) ?? new Set() },
        ]),
      );
    },
  };
}

/** Composition root: joins app, HTTP server and realtime. Does not listen. */
export async function createServer(options: ServerOptions): Promise<AppServer> {
  const { settings, secrets, logger, isDatabaseUp, webFolder, passwordRounds } = options;
  const { realtimeTimings, sitemapLengths, bodyIdleMs } = options;
  const isOwnOrigin = createOriginCheck(settings);
  const { redisUrl } = settings;
  // The client is loaded only if it is used: it takes 2 MB of memory.
  const redis = redisUrl === null ? null : (await import('./lib/redis.js')).connectRedis(redisUrl, logger);
  const versions = createWriteVersions(mongoose.connection, redis);
  const hashPool = createHashPool();
  const metrics = createMetrics({
    socketCount: () => realtime.socketCount(),
    userCount: () => realtime.userCount(),
    passwordQueue: hashPool.monitor,
    isDatabaseUp,
    isRedisUp: redis?.isUp ?? null,
    dataDir: settings.dataDir,
  });
  const realtime = createRealtime({
    isOwnOrigin: (headers) => isOwnOrigin(headers, getRequestedHost(headers, settings)),
    webOrigins: settings.webOrigins,
    users: createSocketUsers(() => services, isDatabaseUp),
    posts: { findPublishedPosts: findPublishedIds },
    redis,
    versions,
    ...(realtimeTimings ? { timings: realtimeTimings } : {}),
    metrics: metrics.sockets,
    logger,
  });
  const coreServices = createServices({
    settings,
    jwtSecret: secrets.jwtSecret,
    passwords: createPasswordHasher(hashPool, secrets.passwordPepper, passwordRounds),
    storage: metrics.instrumentStorage(await createImageStorage(settings.storage)),
    realtime,
    versions,
    logger,
  });
  const services: Services = {
    ...coreServices,
    sweepMedia: metrics.instrumentSweep(coreServices.sweepMedia),
  };
  const findStoryRenderer =
    webFolder === null ? async () => null : createStoryRendererFinder(webFolder, logger);
  // Loaded before the first request, which would otherwise wait for it.
  await findStoryRenderer();
  const app = createApp({
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
    bodyIdleMs,
  });
  const http = createHttpServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      // The app rejects such requests, with the common error body.
      requireHostHeader: false,
      upgradePath: SOCKET_PATH,
    },
    app,
  );
  handleClientErrors(http);
  realtime.attach(http);
  // After `attach`, which hides requests of Socket.IO from earlier listeners.
  const drain = createDrain(http, logger);
  enableLingeringClose(http);
  return {
    http,
    services,
    async close() {
      services.notifier.stop();
      const draining = drain.begin();
      await realtime.close();
      await whenBackgroundTasksEnd();
      versions.close();
      redis?.close();
      draining.stop();
      metrics.close();
      await hashPool.close();
    },
  };
}
