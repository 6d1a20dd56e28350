import { createServer as createHttpServer, type Server } from 'node:http';
import cookieParser from 'cookie-parser';
import type { Request } from 'express';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import { createHashPool } from './auth/hash-pool.js';
import { createPasswordHasher } from './auth/password.js';
import type { Settings } from './config/env.js';
import type { Secrets } from './config/secrets.js';
import { createOriginCheck } from './http/origin-guard.js';
import { createImageStorage } from './media/create-storage.js';
import { createMetrics } from './operations/metrics.js';
import { createRealtime } from './realtime/realtime.js';
import { createServices, type Services } from './services.js';

export interface ServerOptions {
  settings: Settings;
  secrets: Secrets;
  logger: Logger;
  isDatabaseUp(): boolean;
  webFolder: string | null;
  /** Base-2 logarithm of bcrypt's work; tests take less. */
  passwordRounds?: number;
}

/** The whole product, not listening yet. */
export interface AppServer {
  http: Server;
  services: Services;
  /** Ends sockets and worker threads; the HTTP server with them. */
  close(): Promise<void>;
}

/** Composition root: joins app, HTTP server and realtime. Does not listen. */
export async function createServer(options: ServerOptions): Promise<AppServer> {
  const { settings, secrets, logger, isDatabaseUp, webFolder, passwordRounds } = options;
  const isOwnOrigin = createOriginCheck(settings);
  const realtime = createRealtime({
    isOwnOrigin: (headers) => isOwnOrigin(headers, headers.host),
    webOrigins: settings.webOrigins,
    logger,
  });
  const hashPool = createHashPool();
  const services = createServices({
    settings,
    jwtSecret: secrets.jwtSecret,
    passwords: createPasswordHasher(hashPool, secrets.passwordPepper, passwordRounds),
    storage: await createImageStorage(settings.storage),
    realtime,
  });
  const metrics = createMetrics({ socketCount: realtime.socketCount, hashQueueDepth: hashPool.depth });
  const app = createApp({ settings, logger, services, metrics, isOwnOrigin, isDatabaseUp, webFolder });
  const http = createHttpServer(app);
  const parseCookies = cookieParser();
  realtime.attach(http, async ({ request }) => {
    // The parser reads the header and writes `cookies`: nothing of it is Express's own.
    const req = request as Request;
    parseCookies(req, {} as never, () => undefined);
    const token = services.cookie.read(req);
    const found = token === null ? null : await services.sessions.identify(token);
    return found && { userId: found.identity.userId, sessionId: found.identity.sessionId };
  });
  return {
    http,
    services,
    async close() {
      await realtime.close();
      metrics.close();
      await hashPool.close();
    },
  };
}
