import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { isLoopbackHost } from '../config/env.js';
import { forbidden, RETRY_AFTER_S } from '../http/app-error.js';
import { isLocalRequest } from '../http/local-request.js';
import { ResponseWithStatus, type Routes } from '../http/routes.js';
import type { RedisConnection } from '../lib/redis.js';
import { docsPage } from './docs-page.js';
import type { Metrics } from './metrics.js';
import { openApiDocument } from './openapi.js';

function equalsInConstantTime(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** Admits operators: with METRICS_TOKEN, or from this machine without a proxy. */
export function operatorGuard(token: string | null): RequestHandler {
  return (req, _res, next) => {
    const givenToken = /^Bearer (.+)$/i.exec(req.get('Authorization') ?? '')?.[1];
    const hasToken = token !== null && givenToken !== undefined && equalsInConstantTime(givenToken, token);
    // Prevents DNS rebinding: a site can let its name resolve to this machine and have a browser send requests to it.
    const isLoopbackHostHeader = isLoopbackHost((req.headers.host ?? '').replace(/:\d+$/, ''));
    if (!hasToken && !(isLocalRequest(req) && isLoopbackHostHeader))
      throw forbidden('operators_only', 'Only operators may read this');
    next();
  };
}

interface OperationsDeps {
  isDatabaseUp(): boolean;
  redis: Pick<RedisConnection, 'isUp'> | null;
  metrics: Metrics;
}

type OperationsEndpoints =
  | 'GET /health/live'
  | 'GET /health/ready'
  | 'GET /metrics'
  | 'GET /api/docs'
  | 'GET /api/openapi.json';

export function operationsRoutes({
  isDatabaseUp,
  redis,
  metrics,
}: OperationsDeps): Routes<OperationsEndpoints> {
  const toStatus = (isUp: boolean) => (isUp ? ('up' as const) : ('down' as const));
  return {
    'GET /health/live': () => ({ status: 'up' as const }),
    // Without Redis a process works alone: reported, but no reason to take it out of service.
    'GET /health/ready': ({ res }) => {
      const health = {
        database: toStatus(isDatabaseUp()),
        ...(redis ? { redis: toStatus(redis.isUp()) } : {}),
      };
      if (health.database === 'up') return health;
      res.set('Retry-After', String(RETRY_AFTER_S));
      return new ResponseWithStatus(503, health);
    },
    'GET /metrics': async ({ res }) => {
      res.type(metrics.contentType).send(await metrics.text());
      return undefined;
    },
    'GET /api/docs': ({ res }) => {
      res.type('html').send(docsPage());
      return undefined;
    },
    'GET /api/openapi.json': () => openApiDocument(),
  };
}
