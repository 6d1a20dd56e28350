import { type Endpoint, TOO_MANY_REQUESTS } from '@safarnama/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { type RateLimitInfo, rateLimit } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../config/env.js';
import { isDataUrl } from '../lib/data-url.js';
import type { RedisConnection } from '../lib/redis.js';
import { tooManyRequests } from './app-error.js';
import { isLocalRequest } from './local-request.js';
import { LocalStore, RedisBackedStore } from './rate-limit-store.js';
import { LIMIT_NAMES, LIMIT_TABLE, type LimitName, userKey } from './rate-limit-table.js';

const SECOND_MS = 1000;
/** Maximum number of cached users and addresses beyond a limit. */
const MAX_REJECTED = 10_000;
/** `Retry-After` of an attempt that is rejected only because of running ones, which usually end within a second. */
const RUNNING_ATTEMPTS_WAIT_S = 2;

type Attempt<T> = () => Promise<T>;
type CountFailure = <T>(name: LimitName, req: Request, res: Response, attempt: Attempt<T>) => Promise<T>;

/** Returns how the last limit that has counted a request counts it. */
function infoOf(req: Request): RateLimitInfo | undefined {
  return Reflect.get(req, 'rateLimit');
}

/** Limits of all endpoints, and those that handlers apply because they depend on the body or on the outcome. */
export interface RateLimits {
  /** Middleware that runs before the handler of an endpoint. */
  forEndpoint(endpoint: Pick<Endpoint, 'rateLimit'>): RequestHandler[];
  /** Whether this process has rejected a user's requests to an endpoint in a window that still runs. Counts nothing. */
  isBeyondLimit(endpoint: Pick<Endpoint, 'rateLimit'>, userId: string): boolean;
  /** Counts a request. @throws AppError 429 */
  count(name: LimitName, req: Request, res: Response): Promise<void>;
  /**
   * Runs an attempt and counts it if it fails as the limit defines. It is counted before it runs, so that concurrent
   * attempts stay within the limit, and its outcome decides, even if the client is no longer there.
   *
   * @throws AppError 429
   */
  countFailure: CountFailure;
  /**
   * Runs an attempt and counts it afterwards, if it fails as the limit defines. Only failures reject the next attempt,
   * so any number of attempts may run concurrently.
   *
   * @throws AppError 429
   */
  countFailureAfterwards: CountFailure;
  /** Runs a sign-in and counts it, with a lower limit if it fails. @throws AppError 429 */
  countLogin<T>(req: Request, res: Response, email: string, login: Attempt<T>): Promise<T>;
  /** Counts an uploaded picture towards the limit of stories; does nothing for a URL. @throws AppError 429 */
  countPicture(req: Request, res: Response, image: string | undefined): Promise<void>;
}

/**
 * Creates the rate limits. With Redis all processes share the counters, otherwise each has its own. `RATE_LIMITS=off`
 * disables the limits.
 *
 * @param onRejected - called with the name of the limit that rejected a request.
 */
export function createRateLimits(
  { rateLimits, trustProxy }: Pick<Settings, 'rateLimits' | 'trustProxy'>,
  redis: RedisConnection | null,
  onRejected: (limit: LimitName) => void = () => undefined,
): RateLimits {
  /** Requests from this machine without a session are exempt, so that a local trial is never rejected. */
  const isExempt = (req: Request) => trustProxy === 0 && isLocalRequest(req);
  const isSkipped = (key: string, req: Request) => !rateLimits || (key.startsWith('a:') && isExempt(req));
  const counterKey = (limit: LimitName, key: string) => `${limit}|${key}`;
  /** Users and addresses beyond a limit, until its window ends. */
  const rejected = new LRUCache<string, true>({ max: MAX_REJECTED });
  /** Number of attempts that run in this process: counted already, and released later unless they fail. */
  const running = new Map<string, number>();

  /** Returns how many seconds a rejected request has to wait. */
  function waitSecondsOf(name: LimitName, req: Request, key: string): number {
    const { windowMs, limit } = LIMIT_TABLE[name];
    const { used = limit + 1, resetTime } = infoOf(req) ?? {};
    const othersUsed = used - 1;
    if (othersUsed - (running.get(counterKey(name, key)) ?? 0) < limit) return RUNNING_ATTEMPTS_WAIT_S;
    const waitMs = resetTime ? resetTime.getTime() - Date.now() : windowMs;
    return Math.max(1, Math.ceil(waitMs / SECOND_MS));
  }

  function createLimiter(name: LimitName) {
    const { windowMs, limit, keyOf } = LIMIT_TABLE[name];
    const store = redis ? new RedisBackedStore(redis, name) : new LocalStore();
    const handle: RequestHandler = rateLimit({
      windowMs,
      limit,
      store,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      keyGenerator: keyOf,
      skip: (req, res) => isSkipped(keyOf(req, res), req),
      handler: (req, res, next) => {
        onRejected(name);
        const key = keyOf(req, res);
        const waitS = waitSecondsOf(name, req, key);
        rejected.set(counterKey(name, key), true, { ttl: waitS * SECOND_MS });
        next(tooManyRequests('too_many_requests', TOO_MANY_REQUESTS, waitS));
      },
      // The general limit is identified by its window in the RateLimit headers.
      ...(name === 'everything' ? {} : { identifier: name }),
    });
    return { handle, store };
  }

  const limiters = Object.fromEntries(LIMIT_NAMES.map((name) => [name, createLimiter(name)])) as Record<
    LimitName,
    ReturnType<typeof createLimiter>
  >;

  function count(name: LimitName, req: Request, res: Response): Promise<void> {
    return new Promise((resolve, reject) => {
      void limiters[name].handle(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
  }

  const countFailure: CountFailure = async (name, req, res, attempt) => {
    const { keyOf, counts } = LIMIT_TABLE[name];
    const key = keyOf(req, res);
    if (isSkipped(key, req)) return attempt();
    let resetTime: Date | undefined;
    let hasFailed = false;
    try {
      await count(name, req, res).finally(() => {
        resetTime = infoOf(req)?.resetTime;
      });
      return await trackRunning(counterKey(name, key), attempt);
    } catch (error) {
      hasFailed = counts?.(error) ?? true;
      throw error;
    } finally {
      // The next window has not counted this attempt.
      const isSameWindow = resetTime === undefined || Date.now() < resetTime.getTime();
      if (!hasFailed && isSameWindow) await limiters[name].store.decrement(key);
    }
  };

  const countFailureAfterwards: CountFailure = async (name, req, res, attempt) => {
    const { keyOf, limit, counts } = LIMIT_TABLE[name];
    const key = keyOf(req, res);
    if (isSkipped(key, req)) return attempt();
    const { store } = limiters[name];
    const failures = await store.get(key);
    if (failures && failures.totalHits >= limit) await count(name, req, res);
    try {
      return await attempt();
    } catch (error) {
      if (counts?.(error)) await store.increment(key);
      throw error;
    }
  };

  async function trackRunning<T>(key: string, attempt: Attempt<T>): Promise<T> {
    running.set(key, (running.get(key) ?? 0) + 1);
    try {
      return await attempt();
    } finally {
      const others = (running.get(key) ?? 1) - 1;
      if (others === 0) running.delete(key);
      else running.set(key, others);
    }
  }

  return {
    forEndpoint: ({ rateLimit: name }) =>
      (name ? [limiters.everything, limiters[name]] : [limiters.everything]).map(({ handle }) => handle),
    isBeyondLimit({ rateLimit: name }, userId) {
      const isRejected = (limit: LimitName) => rejected.has(counterKey(limit, userKey(userId)));
      return isRejected('everything') || (name !== undefined && isRejected(name));
    },
    count,
    countFailure,
    countFailureAfterwards,
    countLogin(req, res, email, login) {
      res.locals.loginEmail = email;
      const countedLogin = async () => {
        // The account first: rejected sign-ins to one account must not use up the limit of everybody at the address.
        await count('sign-ins-account', req, res);
        await count('sign-ins-address', req, res);
        return login();
      };
      return countFailure('login-address', req, res, () =>
        countFailure('login-account', req, res, countedLogin),
      );
    },
    async countPicture(req, res, image) {
      if (image !== undefined && isDataUrl(image)) await count('posts', req, res);
    },
  };
}
