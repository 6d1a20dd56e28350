import { type Endpoint, type EndpointKey, endpoints, LIMITS, USER_ID_HEADER } from '@safarnama/contracts';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import * as z from 'zod/mini';
import { AppError, badRequest, notAuthenticated } from './app-error.js';
import { createBodyBudget } from './body-budget.js';
import type { AbortWhenDatabaseUnavailable } from './database-guard.js';
import { jsonBody } from './json-body.js';
import { createResponseCache } from './response-cache.js';
import { type Call, type Handler, ResponseWithStatus, type Routes } from './routes.js';

/** The calls whose body may carry a picture. */
const IMAGE_CALLS: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'POST /api/post/create-post',
  'PUT /api/post/update-post/:id',
  'POST /api/message/send/:receiverId',
  'PUT /api/auth/update-profile',
  'PUT /api/drafts/:key',
]);

/** The calls that give most people the same. */
const SHARED_CALLS: ReadonlySet<EndpointKey> = new Set<EndpointKey>(['GET /api/post/getposts']);

/** Guards that stand before every handler, in the order in which their errors win. */
export interface Guards {
  /** 403 for a request of a foreign origin that would change something. */
  origin: RequestHandler;
  /** Finds out who calls, if anyone: fills `res.locals.me`, or `res.locals.hasEnded`. */
  identify: RequestHandler;
  /** 429, by endpoint. */
  rateLimit(key: EndpointKey): RequestHandler[];
  /** 503 until the database is there and prepared: no write before its unique index. */
  database: RequestHandler;
  /** 503 for what runs while the database goes away. */
  abortWhenDatabaseUnavailable: AbortWhenDatabaseUnavailable;
  /** 403 unless an operator asks. */
  operator: RequestHandler;
}

/**
 * 401 without a session; also when the call names somebody else than the session: all tabs of a browser share one
 * cookie, and what one person has written must not become another's who has signed in since.
 */
const requireUser: RequestHandler = (req, res, next) => {
  const { me, hasEnded } = res.locals;
  const claimedUserId = req.get(USER_ID_HEADER);
  const isSameUser = me && (claimedUserId === undefined || claimedUserId === me.userId);
  next(isSameUser ? undefined : notAuthenticated(hasEnded));
};

const sendJson = (_req: Request, res: Response, body: unknown) => res.json(body);

function parse(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  return schema ? z.parse(schema, value ?? {}) : undefined;
}

/** 400 for operators in the query: the parser leaves `limit[$gt]` as a name, and so it would pass for one we ignore. */
function rejectOperators(query: object): void {
  const name = Object.keys(query).find((each) => /^\$|[[\]]/.test(each));
  if (name !== undefined) throw badRequest('invalid', 'The query is not valid', name.slice(0, 100));
}

/** Runs one handler on parsed input and sends what it returns. */
function respond(
  endpoint: Endpoint,
  handler: Handler<EndpointKey>,
  abortWhenDatabaseUnavailable: AbortWhenDatabaseUnavailable,
  send: (req: Request, res: Response, body: unknown) => unknown,
): RequestHandler {
  return async (req, res) => {
    rejectOperators(req.query);
    // The schemas of this very row make the parts, so they are what the row's handler declares.
    const call = {
      params: parse(endpoint.params, req.params),
      query: parse(endpoint.query, req.query),
      body: parse(endpoint.body, req.body),
      me: res.locals.me ?? null,
      req,
      res,
    } as Call<EndpointKey>;
    const pending = handler(call);
    const result = await (pending instanceof Promise ? abortWhenDatabaseUnavailable(res, pending) : pending);
    if (result === undefined) return;
    if (result instanceof ResponseWithStatus) res.status(result.status).json(result.body);
    else await send(req, res, result);
  };
}

/** 405 with `Allow` for the methods a path does not know. */
function methodNotAllowed(methods: readonly string[]): RequestHandler {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return () => {
    throw new AppError(405, 'method_not_allowed', `This address takes ${allow} only`, {
      headers: { Allow: allow },
    });
  };
}

function splitKey(key: EndpointKey): { method: string; path: string } {
  const space = key.indexOf(' ');
  return { method: key.slice(0, space), path: key.slice(space + 1) };
}

/** True for a path with a parameter: it must stand after the fixed ones, which it would swallow. */
const hasParameter = (path: string) => path.includes(':');

/**
 * Makes the router of all endpoints from the contracts' table: for each row its guards, its body limit,
 * its schemas and its handler, and for each path an answer to wrong methods.
 */
export function endpointRouter(routes: Routes, guards: Guards): Router {
  const router = Router();
  const bodyBudget = createBodyBudget();
  const sendCached = createResponseCache();
  const keysByPath = new Map<string, EndpointKey[]>();
  for (const key of Object.keys(endpoints) as EndpointKey[]) {
    const { path } = splitKey(key);
    keysByPath.set(path, [...(keysByPath.get(path) ?? []), key]);
  }
  const paths = [...keysByPath.keys()].sort((a, b) => Number(hasParameter(a)) - Number(hasParameter(b)));

  for (const path of paths) {
    const keys = keysByPath.get(path) ?? [];
    for (const key of keys) {
      const endpoint: Endpoint = endpoints[key];
      const method = splitKey(key).method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
      const bodyLimit = IMAGE_CALLS.has(key) ? LIMITS.imageBodyBytes : LIMITS.bodyBytes;
      const access =
        endpoint.access === 'operator'
          ? [guards.operator]
          : endpoint.access === 'anyone'
            ? []
            : [requireUser];
      // What needs neither person nor data (health, docs, metrics) answers while the database is away.
      const needsDatabase = !/^GET \/(health|metrics|api\/(docs|openapi))/.test(key);
      router[method](
        path,
        guards.origin,
        ...(needsDatabase ? [guards.identify] : []),
        ...guards.rateLimit(key),
        ...access,
        ...(needsDatabase ? [guards.database] : []),
        ...(method === 'get'
          ? []
          : [bodyBudget(bodyLimit), jsonBody(bodyLimit, endpoint.body !== undefined)]),
        respond(
          endpoint,
          routes[key] as Handler<EndpointKey>,
          guards.abortWhenDatabaseUnavailable,
          SHARED_CALLS.has(key) ? sendCached : sendJson,
        ),
      );
    }
    router.all(path, methodNotAllowed(keys.map((key) => splitKey(key).method)));
  }
  return router;
}
