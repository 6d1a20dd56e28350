import { type Endpoint, type EndpointKey, endpoints, LIMITS } from '@safarnama/contracts';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import * as z from 'zod/mini';
import type { WriteVersions } from '../lib/write-versions.js';
import { AppError, badRequest, notAuthenticated } from './app-error.js';
import { createBodyBudget } from './body-budget.js';
import type { AbortWhenDatabaseUnavailable } from './database-guard.js';
import { createEndpointCache, type EndpointCache } from './endpoint-cache.js';
import { isMeantForOtherUser } from './identity.js';
import { checkAll, fromZod } from './input-errors.js';
import { jsonBody } from './json-body.js';
import { SAFE_METHODS } from './origin-guard.js';
import { createSharedResponses, prepareResponse, sendPrepared } from './response-cache.js';
import {
  type BodyCheck,
  type BodyChecks,
  type Call,
  type Handler,
  type Prefetch,
  type Prefetches,
  ResponseWithStatus,
  type Routes,
} from './routes.js';

/** Guards that run before every handler, in the order in which their errors take precedence. */
export interface Guards {
  /** Rejects requests from a foreign origin that would change something, with 403. */
  origin: RequestHandler;
  /** Sets `res.locals.me` to the signed-in user, or `res.locals.wasSessionRevoked` for a session that was ended. */
  identify(prefetch?: Prefetch): RequestHandler;
  /** Rejects requests beyond the limits of the endpoint, with 429. */
  rateLimit(endpoint: Endpoint): RequestHandler[];
  /** Whether the limits of an endpoint probably reject a user's next request. */
  isBeyondLimit(endpoint: Endpoint, userId: string): boolean;
  /** Rejects requests, with 503, until the database is connected and has the unique indexes that writes rely on. */
  database: RequestHandler;
  /** Ends requests, with 503, that are running when the database becomes unavailable. */
  abortWhenDatabaseUnavailable: AbortWhenDatabaseUnavailable;
  /** Rejects everyone but operators, with 403. */
  operator: RequestHandler;
  /** How long a large body may stall. */
  bodyIdleMs: number;
  /** Compresses responses, except prepared ones, which are compressed already. */
  compress: RequestHandler;
  /** Versions of what is stored. Responses to writes wait until other processes know of them. */
  versions: Pick<WriteVersions, 'sumOf' | 'whenAnnounced'>;
}

type Prepare = typeof prepareResponse;

/** HTTP methods of the endpoint table, as named by Express. */
type Method = 'options' | 'head' | 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Rejects requests, with 401, that have no session or are meant for another user. */
const requireSession: RequestHandler = (req, res, next) => {
  const { me, wasSessionRevoked } = res.locals;
  next(me && !isMeantForOtherUser(req, me) ? undefined : notAuthenticated(wasSessionRevoked));
};

/** Parses the input of a request. @returns also the issues of all its parts. */
function parseInput({ params, query, body }: Endpoint, req: Request) {
  const issues: z.core.$ZodIssue[] = [];
  function parse(schema: z.core.$ZodType | undefined, value: unknown): unknown {
    if (!schema) return undefined;
    const { error, data } = z.safeParse(schema, value ?? {});
    if (error) issues.push(...error.issues);
    return data;
  }
  const input = {
    params: parse(params, req.params),
    query: parse(query, req.query),
    body: parse(body, req.body),
  };
  return { input, issues };
}

/** Rejects input with the issues of its schemas and with what is wrong with the other fields of the body. */
async function rejectInput(
  issues: z.core.$ZodIssue[],
  check: BodyCheck | undefined,
  { body }: Request,
  userId: string | undefined,
): Promise<never> {
  const error = fromZod({ issues });
  if (!check || userId === undefined || error.status !== 400) throw error;
  const rejected = new Set(issues.map(({ path: [field] }) => field));
  const accepted = Object.entries(body ?? {}).filter(([field]) => !rejected.has(field));
  const reject = () => Promise.reject(error);
  await checkAll(reject, () => check(Object.fromEntries(accepted), userId));
  throw error;
}

/** Rejects operators in the query: Express parses `limit[$gt]` as a name, which the schemas would ignore as unknown. */
function rejectOperators(query: object): void {
  const name = Object.keys(query).find((key) => /^\$|[[\]]/.test(key));
  if (name !== undefined) throw badRequest('query_invalid', 'The query is not valid', name.slice(0, 100));
}

/** Creates a function that parses the input of an endpoint and runs its handler. */
function createRun(
  key: EndpointKey,
  handler: Handler<EndpointKey>,
  check: BodyCheck | undefined,
  { abortWhenDatabaseUnavailable }: Guards,
) {
  const endpoint: Endpoint = endpoints[key];
  return (req: Request, res: Response) => {
    rejectOperators(req.query);
    const { input, issues } = parseInput(endpoint, req);
    const me = res.locals.me ?? null;
    if (issues.length > 0)
      return abortWhenDatabaseUnavailable(res, rejectInput(issues, check, req, me?.userId));
    // The handler's types are derived from the schemas that parse its input here.
    const call = { ...input, me, req, res } as Call<EndpointKey>;
    const pending = handler(call);
    return pending instanceof Promise ? abortWhenDatabaseUnavailable(res, pending) : pending;
  };
}

/** Runs a handler and sends its result; after a write, waits until it has been announced to other processes. */
function respond(
  run: ReturnType<typeof createRun>,
  prepare: Prepare | null,
  { versions }: Guards,
): RequestHandler {
  return async (req, res) => {
    let result: Awaited<ReturnType<typeof run>>;
    try {
      result = await run(req, res);
    } finally {
      // Also after an error: the handler may have written something before.
      if (!SAFE_METHODS.has(req.method)) await versions.whenAnnounced();
    }
    if (result === undefined) return;
    if (result instanceof ResponseWithStatus) res.status(result.status).json(result.body);
    else if (prepare) await sendPrepared(req, res, prepare(result));
    else res.json(result);
  };
}

/** Sends the cached response of an endpoint, or runs its handler. */
function respondCached(
  run: ReturnType<typeof createRun>,
  prepare: Prepare,
  cached: EndpointCache,
): RequestHandler {
  return async (req, res) => {
    const { me, wasSessionRevoked } = res.locals;
    if (!me) throw notAuthenticated(wasSessionRevoked);
    const read = async () => {
      const prepared = prepare(await run(req, res));
      const link = res.get('Link');
      return link === undefined ? prepared : { ...prepared, link };
    };
    await sendPrepared(req, res, await cached(me.userId, req.originalUrl, read));
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

/** For sorting paths: no literal segment starts with a character that comes after this one. */
const AFTER_LITERALS = '~';

/**
 * Groups the keys by path. In each segment literals come before parameters, which would also match them: the slug of a
 * story may be the last segment of another path, such as `/api/post/:id/unpublish`.
 */
function groupByPath(): [path: string, keys: EndpointKey[]][] {
  const groups = new Map<string, EndpointKey[]>();
  for (const key of Object.keys(endpoints) as EndpointKey[]) {
    const { path } = splitKey(key);
    groups.set(path, [...(groups.get(path) ?? []), key]);
  }
  const rankOf = (path: string) => path.replaceAll(/:\w+/g, AFTER_LITERALS);
  return [...groups].sort(([a], [b]) => (rankOf(a) < rankOf(b) ? -1 : 1));
}

/** Returns the prefix that the paths of a feature share, such as `/api/post`; an empty string outside `/api`. */
function featureOf(path: string): string {
  return /^\/api\/[^/]+/i.exec(path)?.[0].toLowerCase() ?? '';
}

/**
 * Creates the router of all endpoints: guards, body limit, schemas and handler of each, and 405 for other methods.
 *
 * Each feature has a router of its own, because Express compares a request with one path after another.
 *
 * @returns a handler with the `stack` of a router: its routes can be listed.
 */
export function endpointRouter(
  routes: Routes,
  prefetches: Prefetches,
  bodyChecks: BodyChecks,
  guards: Guards,
): RequestHandler & Pick<Router, 'stack'> {
  const routers = new Map<string, Router>();
  const bodyBudget = createBodyBudget();
  const prepareShared = createSharedResponses();
  const cacheOf = createEndpointCache(guards.versions);

  /** Bounds the body, and parses it unless the handler reads it. */
  function bodyHandlersOf(endpoint: Endpoint): RequestHandler[] {
    if (endpoint.readsBody) return endpoint.bodyType === undefined ? [] : [bodyBudget.forStream];
    const limit = endpoint.acceptsImage ? LIMITS.imageBodyBytes : LIMITS.bodyBytes;
    return [bodyBudget.forLimit(limit), jsonBody(limit, endpoint.body !== undefined, guards.bodyIdleMs)];
  }

  /** Identifies the caller. A request that will be rejected reads nothing in advance. */
  function identifierOf(key: EndpointKey): RequestHandler {
    const prefetch = prefetches[key];
    return guards.identify(
      prefetch &&
        ((userId, params) => {
          if (!guards.isBeyondLimit(endpoints[key], userId)) prefetch(userId, params);
        }),
    );
  }

  function responderOf(key: EndpointKey): RequestHandler {
    const { isShared }: Endpoint = endpoints[key];
    const run = createRun(key, routes[key] as Handler<EndpointKey>, bodyChecks[key], guards);
    const cached = cacheOf(key);
    if (cached) return respondCached(run, isShared ? prepareShared : prepareResponse, cached);
    return respond(run, isShared ? prepareShared : null, guards);
  }

  function handlersOf(key: EndpointKey, method: Method): RequestHandler[] {
    const endpoint: Endpoint = endpoints[key];
    const { access, needsDatabase = true } = endpoint;
    return [
      ...(endpoint.isShared || cacheOf(key) ? [] : [guards.compress]),
      guards.origin,
      ...(needsDatabase ? [identifierOf(key)] : []),
      ...guards.rateLimit(endpoint),
      ...(access === 'operator' ? [guards.operator] : []),
      ...(access === 'user' ? [requireSession] : []),
      ...(needsDatabase ? [guards.database] : []),
      ...(SAFE_METHODS.has(method.toUpperCase()) ? [] : bodyHandlersOf(endpoint)),
      responderOf(key),
    ];
  }

  for (const [path, keys] of groupByPath()) {
    const feature = featureOf(path);
    const router = routers.get(feature) ?? Router();
    routers.set(feature, router);
    for (const key of keys) {
      const method = splitKey(key).method.toLowerCase() as Method;
      router[method](path, ...handlersOf(key, method));
    }
    router.all(path, methodNotAllowed(keys.map((key) => splitKey(key).method)));
  }
  const handle: RequestHandler = (req, res, next) => {
    const router = routers.get(featureOf(req.path));
    if (router) router(req, res, next);
    else next();
  };
  return Object.assign(handle, { stack: [...routers.values()].flatMap(({ stack }) => stack) });
}
