import { createHash } from 'node:crypto';
import { type Endpoint, TOO_MANY_REQUESTS } from '@safarnama/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, type RateLimitInfo, rateLimit } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../config/env.js';
import { isDataUrl } from '../lib/data-url.js';
import { emailKey } from '../lib/email-key.js';
import type { RedisConnection } from '../lib/redis.js';
import { AppError, tooManyRequests } from './app-error.js';
import type { Identity } from './identity.js';
import { isLocalRequest } from './local-request.js';
import { LocalStore, RedisBackedStore } from './rate-limit-store.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Maximum number of cached users and addresses beyond a limit. */
const MAX_REJECTED = 10_000;
/** `Retry-After` of an attempt that is rejected only because of running ones, which usually end within a second. */
const RUNNING_ATTEMPTS_WAIT_S = 2;

type KeyGenerator = (req: Request, res: Response) => string;

/** Identifies an account without storing its email address among the counters. */
const accountKey = (email: string) => createHash('sha256').update(emailKey(email)).digest('base64url');

const identityOf = (res: Response): Identity | undefined => res.locals.me;

/** IPv6 addresses are counted by their /56 subnet, the size that one customer gets. */
const addressKey: KeyGenerator = (req) => `a:${ipKeyGenerator(req.ip ?? 'unknown')}`;

const hasCode = (code: string) => (error: unknown) => error instanceof AppError && error.code === code;

/** By address and the account that a request signs in to: nobody can lock another user out. */
const loginKey: KeyGenerator = (req, res) =>
  `${addressKey(req, res)}|${accountKey(String(res.locals.loginEmail))}`;

const userKey = (userId: string) => `u:${userId}`;

/** By user with a session, else by address: behind a carrier's NAT many users share one address. */
const userOrAddressKey: KeyGenerator = (req, res) => {
  const userId = identityOf(res)?.userId;
  return userId === undefined ? addressKey(req, res) : userKey(userId);
};

interface Limit {
  windowMs: number;
  limit: number;
  keyOf: KeyGenerator;
  /** Whether an attempt counts, by the error that it failed with. Without it all requests count. */
  counts?(error: unknown): boolean;
}

/** Infers the names of limits. */
const defineLimits = <Name extends string>(limits: Record<Name, Limit>) => limits;

/** Each limit has counters of its own. */
const LIMIT_TABLE = defineLimits({
  everything: { windowMs: MINUTE_MS, limit: 1_200, keyOf: userOrAddressKey },
  signup: { windowMs: HOUR_MS, limit: 20, keyOf: addressKey },
  newsletter: { windowMs: HOUR_MS, limit: 20, keyOf: userOrAddressKey },
  posts: { windowMs: HOUR_MS, limit: 300, keyOf: userOrAddressKey },
  // Each is decoded for up to two seconds, an animation for ten, and may be sent again.
  'busy-pictures': {
    windowMs: 15 * MINUTE_MS,
    limit: 20,
    keyOf: userOrAddressKey,
    counts: hasCode('server_busy'),
  },
  // Separate from stories, so that a user who has just imported many can delete them again.
  deletions: { windowMs: HOUR_MS, limit: 300, keyOf: userOrAddressKey },
  // The editor saves at most 80 times a minute. A deletion counts too: it stores the key, also of an unknown draft.
  drafts: { windowMs: MINUTE_MS, limit: 120, keyOf: userOrAddressKey },
  messages: { windowMs: MINUTE_MS, limit: 600, keyOf: userOrAddressKey },
  comments: { windowMs: MINUTE_MS, limit: 60, keyOf: userOrAddressKey },
  searches: { windowMs: MINUTE_MS, limit: 300, keyOf: userOrAddressKey },
  // Separate from searches, so that typing never uses them up.
  suggestions: { windowMs: MINUTE_MS, limit: 300, keyOf: userOrAddressKey },
  // Each has up to 10,000 addresses, which are formatted and compressed anew.
  sitemaps: { windowMs: MINUTE_MS, limit: 60, keyOf: userOrAddressKey },
  // Rendering a story of 100 kB takes 0.1 s.
  'long-stories': { windowMs: MINUTE_MS, limit: 60, keyOf: addressKey },
  'login-address': {
    windowMs: 15 * MINUTE_MS,
    limit: 100,
    keyOf: addressKey,
    counts: hasCode('invalid_credentials'),
  },
  'login-account': {
    windowMs: 15 * MINUTE_MS,
    limit: 10,
    keyOf: loginKey,
    counts: hasCode('invalid_credentials'),
  },
  // With right passwords, too: each is compared for 60 ms of CPU time, in a queue that all users share.
  'sign-ins-address': { windowMs: 15 * MINUTE_MS, limit: 300, keyOf: addressKey },
  'sign-ins-account': { windowMs: 15 * MINUTE_MS, limit: 30, keyOf: loginKey },
  'current-password': {
    windowMs: 15 * MINUTE_MS,
    limit: 5,
    keyOf: userOrAddressKey,
    counts: hasCode('current_password_wrong'),
  },
  'new-password': { windowMs: 15 * MINUTE_MS, limit: 10, keyOf: userOrAddressKey },
  'reset-address': {
    windowMs: 15 * MINUTE_MS,
    limit: 100,
    keyOf: addressKey,
    counts: hasCode('reset_link_invalid'),
  },
});

export type LimitName = keyof typeof LIMIT_TABLE;
export const LIMIT_NAMES = Object.keys(LIMIT_TABLE) as readonly LimitName[];

type Attempt<T> = () => Promise<T>;

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
  /** Runs a sign-in and counts it, with a lower limit if it fails. @throws AppError 429 */
  countLogin<T>(req: Request, res: Response, email: string, login: Attempt<T>): Promise<T>;
  /** Uses a password reset link, and counts it if it is invalid. @throws AppError 429 */
  countInvalidResetLink<T>(req: Request, res: Response, reset: Attempt<T>): Promise<T>;
  /** Runs a change that needs the current password, and counts it if that is wrong. @throws AppError 429 */
  countWrongCurrentPassword<T>(req: Request, res: Response, change: Attempt<T>): Promise<T>;
  /** Counts requests that set a new password, whose hash is expensive, whatever their outcome. @throws AppError 429 */
  countNewPassword(req: Request, res: Response): Promise<void>;
  /** Counts an uploaded picture towards the limit of stories; does nothing for a URL. @throws AppError 429 */
  countPicture(req: Request, res: Response, image: string | undefined): Promise<void>;
  /** Stores the picture of an upload, and counts it if the server is too busy to read it. @throws AppError 429 */
  countBusyPicture<T>(req: Request, res: Response, store: Attempt<T>): Promise<T>;
  /**
   * Counts an address that is subscribed to the newsletter. Counts known addresses too: otherwise the responses beyond
   * the limit would reveal which addresses are known. @throws AppError 429
   */
  countSubscription(req: Request, res: Response): Promise<void>;
  /** Counts a search of an endpoint that also lists without one. @throws AppError 429 */
  countSearch(req: Request, res: Response): Promise<void>;
  /** Counts a long story that is rendered for a guest. @throws AppError 429 */
  countLongStory(req: Request, res: Response): Promise<void>;
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

  /** Counts a request towards a limit. @throws AppError 429 */
  function count(name: LimitName, req: Request, res: Response): Promise<void> {
    return new Promise((resolve, reject) => {
      void limiters[name].handle(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
  }

  /**
   * Runs an attempt and counts it if it fails as the limit defines. It is counted before it runs, so that concurrent
   * attempts stay within the limit, and its outcome decides, even if the client is no longer there.
   *
   * @throws AppError 429
   */
  async function countFailure<T>(
    name: LimitName,
    req: Request,
    res: Response,
    attempt: Attempt<T>,
  ): Promise<T> {
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
  }

  /**
   * Runs an attempt and counts it afterwards, if it fails as the limit defines. Only failures reject the next attempt, so
   * any number of attempts may run concurrently.
   *
   * @throws AppError 429
   */
  async function countFailureAfterwards<T>(
    name: LimitName,
    req: Request,
    res: Response,
    attempt: Attempt<T>,
  ): Promise<T> {
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
  }

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
    countInvalidResetLink: (req, res, reset) => countFailure('reset-address', req, res, reset),
    countWrongCurrentPassword: (req, res, change) => countFailure('current-password', req, res, change),
    countNewPassword: (req, res) => count('new-password', req, res),
    async countPicture(req, res, image) {
      if (image !== undefined && isDataUrl(image)) await count('posts', req, res);
    },
    countBusyPicture: (req, res, store) => countFailureAfterwards('busy-pictures', req, res, store),
    countSubscription: (req, res) => count('newsletter', req, res),
    countSearch: (req, res) => count('searches', req, res),
    countLongStory: (req, res) => count('long-stories', req, res),
  };
}
