import { type Endpoint, type EndpointKey, endpoints, LIMITS, USER_ID_HEADER } from '@safarnama/contracts';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import * as z from 'zod/mini';
import { AppError, badRequest, notAuthenticated } from './app-error.js';
import { createBodyBudget } from './body-budget.js';
import type { AbortWhenDatabaseUnavailable } from './database-guard.js';
import { jsonBody } from './json-body.js';
import { createResponseCache } from './response-cache.js';
import { type Call, type Handler, ResponseWithStatus, type Routes } from './routes.js';

/** Guards that run before every handler, in the order in which their errors take precedence. */
export interface Guards {
  /** Rejects requests from a foreign origin that would change something, with 403. */
  origin: RequestHandler;
  /** Sets `res.locals.me` to the signed-in user, or `res.locals.wasSessionRevoked` for a session that was ended. */
  identify: RequestHandler;
  /** Rejects requests beyond the limits of the endpoint, with 429. */
  rateLimit(endpoint: Endpoint): RequestHandler[];
  /** Rejects requests, with 503, until the database is connected and has the unique indexes that writes rely on. */
  database: RequestHandler;
  /** Ends a request, with 503, that is running when the database becomes unavailable. */
  abortWhenDatabaseUnavailable: AbortWhenDatabaseUnavailable;
  /** Rejects everyone but operators, with 403. */
  operator: RequestHandler;
}

/** Methods of the table, as named by Express. */
type Method = 'options' | 'head' | 'get' | 'post' | 'put' | 'patch' | 'delete';

type Send = (req: Request, res: Response, body: unknown) => unknown;

/**
 * Rejects requests, with 401, that have no session or whose `USER_ID_HEADER` names another user. All tabs of a browser
 * share one cookie: what one user has written must not be saved under the account that has signed in since.
 */
const requireUser: RequestHandler = (req, res, next) => {
  const { me, wasSessionRevoked } = res.locals;
  const claimedUserId = req.get(USER_ID_HEADER);
  const isSameUser = me && (claimedUserId === undefined || claimedUserId === me.userId);
  next(isSameUser ? undefined : notAuthenticated(wasSessionRevoked));
};

const sendJson: Send = (_req, res, body) => res.json(body);

function parse(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  return schema ? z.parse(schema, value ?? {}) : undefined;
}

/** Rejects operators in the query: Express parses `limit[$gt]` as a name, which the schemas would ignore as unknown. */
function rejectOperators(query: object): void {
  const name = Object.keys(query).find((key) => /^\$|[[\]]/.test(key));
  if (name !== undefined) throw badRequest('query_invalid', 'The query is not valid', name.slice(0, 100));
}

/** Runs a handler on parsed input and sends its result. */
function respond(
  endpoint: Endpoint,
  handler: Handler<EndpointKey>,
  abortWhenDatabaseUnavailable: AbortWhenDatabaseUnavailable,
  send: Send,
): RequestHandler {
  return async (req, res) => {
    rejectOperators(req.query);
    // The handler's types are derived from the schemas that parse its input here.
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

/** Responds 405 with `Allow` to the methods that a path does not support. */
function methodNotAllowed(methods: readonly string[]): RequestHandler {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return () => {
    throw new AppError(405, 'method_not_allowed', `This address accepts only ${allow}`, {
      headers: { Allow: allow },
    });
  };
}

function splitKey(key: EndpointKey): { method: string; path: string } {
  const space = key.indexOf(' ');
  return { method: key.slice(0, space), path: key.slice(space + 1) };
}

/** Groups the keys by path. Paths with a parameter come last, because they would also match fixed paths. */
function groupByPath(): [path: string, keys: EndpointKey[]][] {
  const groups = new Map<string, EndpointKey[]>();
  for (const key of Object.keys(endpoints) as EndpointKey[]) {
    const { path } = splitKey(key);
    groups.set(path, [...(groups.get(path) ?? []), key]);
  }
  return [...groups].sort(([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')));
}

/** Creates the router of all endpoints: guards, body limit, schemas and handler of each row, and 405 for each path. */
export function endpointRouter(routes: Routes, guards: Guards): Router {
  const router = Router();
  const bodyBudget = createBodyBudget();
  const sendCached = createResponseCache();

  /** Bounds the body, and parses it unless the handler reads it. */
  function bodyHandlersOf(endpoint: Endpoint): RequestHandler[] {
    if (endpoint.readsBody) return endpoint.bodyType === undefined ? [] : [bodyBudget.forStream];
    const limit = endpoint.acceptsImage ? LIMITS.imageBodyBytes : LIMITS.bodyBytes;
    return [bodyBudget.forLimit(limit), jsonBody(limit, endpoint.body !== undefined)];
  }

  function handlersOf(key: EndpointKey, method: Method): RequestHandler[] {
    const endpoint: Endpoint = endpoints[key];
    const { access, needsDatabase = true } = endpoint;
    return [
      guards.origin,
      ...(needsDatabase ? [guards.identify] : []),
      ...guards.rateLimit(endpoint),
      ...(access === 'operator' ? [guards.operator] : []),
      ...(access === 'user' ? [requireUser] : []),
      ...(needsDatabase ? [guards.database] : []),
      ...(method === 'get' ? [] : bodyHandlersOf(endpoint)),
      respond(
        endpoint,
        routes[key] as Handler<EndpointKey>,
        guards.abortWhenDatabaseUnavailable,
        endpoint.isShared ? sendCached : sendJson,
      ),
    ];
  }

  for (const [path, keys] of groupByPath()) {
    for (const key of keys) {
      const method = splitKey(key).method.toLowerCase() as Method;
      router[method](path, ...handlersOf(key, method));
    }
    router.all(path, methodNotAllowed(keys.map((key) => splitKey(key).method)));
  }
  return router;
}
