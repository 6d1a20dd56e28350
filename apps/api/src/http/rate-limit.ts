import { createHash } from 'node:crypto';
import { type Endpoint, TOO_MANY_REQUESTS } from '@safarnama/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../config/env.js';
import { isDataUrl } from '../lib/data-url.js';
import { emailKey } from '../lib/email-key.js';
import type { RedisConnection } from '../lib/redis.js';
import { tooManyRequests } from './app-error.js';
import type { Identity } from './identity.js';
import { isLocalRequest } from './local-request.js';
import { RedisBackedStore } from './rate-limit-store.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Maximum number of cached users and addresses beyond a limit. */
const MAX_REJECTED = 10_000;

type KeyGenerator = (req: Request, res: Response) => string;

/** Identifies an account without storing its email address among the counters. */
const accountKey = (email: string) => createHash('sha256').update(emailKey(email)).digest('base64url');

const identityOf = (res: Response): Identity | undefined => res.locals.me;

/** IPv6 addresses are counted by their /56 subnet, the size that one customer gets. */
const addressKey: KeyGenerator = (req) => `a:${ipKeyGenerator(req.ip ?? 'unknown')}`;

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
  /** Whether a request counts, by its response. Without it all requests count. */
  counts?(res: Response): boolean;
}

/** Infers the names of limits. */
const defineLimits = <Name extends string>(limits: Record<Name, Limit>) => limits;

/** Each limit has counters of its own. */
const LIMIT_TABLE = defineLimits({
  everything: { windowMs: MINUTE_MS, limit: 1_200, keyOf: userOrAddressKey },
  signup: { windowMs: HOUR_MS, limit: 20, keyOf: addressKey },
  newsletter: { windowMs: HOUR_MS, limit: 20, keyOf: userOrAddressKey },
  posts: { windowMs: HOUR_MS, limit: 300, keyOf: userOrAddressKey },
  // Separate from stories, so that a user who has just imported many can delete them again.
  deletions: { windowMs: HOUR_MS, limit: 300, keyOf: userOrAddressKey },
  // The editor saves at most 80 times a minute.
  drafts: { windowMs: MINUTE_MS, limit: 120, keyOf: userOrAddressKey },
  messages: { windowMs: MINUTE_MS, limit: 600, keyOf: userOrAddressKey },
  comments: { windowMs: MINUTE_MS, limit: 60, keyOf: userOrAddressKey },
  searches: { windowMs: MINUTE_MS, limit: 300, keyOf: userOrAddressKey },
  // Rendering a story of 100 kB takes 0.1 s.
  'long-stories': { windowMs: MINUTE_MS, limit: 60, keyOf: addressKey },
  'login-address': {
    windowMs: 15 * MINUTE_MS,
    limit: 100,
    keyOf: addressKey,
    counts: (res) => res.statusCode === 401,
  },
  'login-account': {
    windowMs: 15 * MINUTE_MS,
    limit: 10,
    keyOf: (req, res) => `${addressKey(req, res)}|${accountKey(String(res.locals.loginEmail))}`,
    counts: (res) => res.statusCode === 401,
  },
  'current-password': {
    windowMs: 15 * MINUTE_MS,
    limit: 5,
    keyOf: userOrAddressKey,
    counts: (res) => res.locals.passwordWasWrong === true,
  },
  'new-password': { windowMs: 15 * MINUTE_MS, limit: 10, keyOf: userOrAddressKey },
  'reset-address': {
    windowMs: 15 * MINUTE_MS,
    limit: 100,
    keyOf: addressKey,
    counts: (res) => res.statusCode === 400,
  },
});

export type LimitName = keyof typeof LIMIT_TABLE;
export const LIMIT_NAMES = Object.keys(LIMIT_TABLE) as readonly LimitName[];

/** Limits of all endpoints, and those that handlers apply because they depend on the body or on the outcome. */
export interface RateLimits {
  /** Middleware that runs before the handler of an endpoint. */
  forEndpoint(endpoint: Pick<Endpoint, 'rateLimit'>): RequestHandler[];
  /** Whether this process has rejected a user's requests to an endpoint in a window that still runs. Counts nothing. */
  isBeyondLimit(endpoint: Pick<Endpoint, 'rateLimit'>, userId: string): boolean;
  /** Counts failed sign-ins. @throws AppError 429 */
  countFailedLogin(req: Request, res: Response, email: string): Promise<void>;
  /** Counts invalid password reset links. @throws AppError 429 */
  countInvalidResetLink(req: Request, res: Response): Promise<void>;
  /** Counts wrong current passwords: responses with `res.locals.passwordWasWrong` set. @throws AppError 429 */
  countWrongCurrentPassword(req: Request, res: Response): Promise<void>;
  /** Counts requests that set a new password, whose hash is expensive, whatever their outcome. @throws AppError 429 */
  countNewPassword(req: Request, res: Response): Promise<void>;
  /** Counts an uploaded picture towards the limit of stories; does nothing for a URL. @throws AppError 429 */
  countPicture(req: Request, res: Response, image: string | undefined): Promise<void>;
  /**
   * Counts an address that is subscribed to the newsletter. Counts known addresses too: otherwise the responses beyond
   * the limit would reveal which addresses are known. @throws AppError 429
   */
  countSubscription(req: Request, res: Response): Promise<void>;
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
  /** Users and addresses beyond a limit, until its window ends. */
  const rejected = new LRUCache<string, true>({ max: MAX_REJECTED });
  const rejectedKey = (limit: LimitName, key: string) => `${limit}|${key}`;

  function createLimiter(name: LimitName): RequestHandler {
    const { windowMs, limit, keyOf, counts } = LIMIT_TABLE[name];
    return rateLimit({
      windowMs,
      limit,
      ...(redis ? { store: new RedisBackedStore(redis, name) } : {}),
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      keyGenerator: keyOf,
      skip: (req, res) => !rateLimits || (keyOf(req, res).startsWith('a:') && isExempt(req)),
      handler: (req, res, next) => {
        onRejected(name);
        const resetTime: unknown = Reflect.get(Reflect.get(req, 'rateLimit') ?? {}, 'resetTime');
        const waitMs = resetTime instanceof Date ? resetTime.getTime() - Date.now() : windowMs;
        const waitS = Math.max(1, Math.ceil(waitMs / SECOND_MS));
        rejected.set(rejectedKey(name, keyOf(req, res)), true, { ttl: waitS * SECOND_MS });
        next(tooManyRequests('too_many_requests', TOO_MANY_REQUESTS, waitS));
      },
      // The general limit is identified by its window in the RateLimit headers.
      ...(name === 'everything' ? {} : { identifier: name }),
      skipSuccessfulRequests: counts !== undefined,
      requestWasSuccessful: (_req, res) => !counts?.(res),
    });
  }

  const limiters = Object.fromEntries(LIMIT_NAMES.map((name) => [name, createLimiter(name)])) as Record<
    LimitName,
    RequestHandler
  >;

  /** Counts a request towards a limit. @throws AppError 429 */
  function count(name: LimitName, req: Request, res: Response): Promise<void> {
    return new Promise((resolve, reject) => {
      void limiters[name](req, res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
  }

  return {
    forEndpoint: ({ rateLimit: name }) =>
      name ? [limiters.everything, limiters[name]] : [limiters.everything],
    isBeyondLimit({ rateLimit: name }, userId) {
      const isRejected = (limit: LimitName) => rejected.has(rejectedKey(limit, userKey(userId)));
      return isRejected('everything') || (name !== undefined && isRejected(name));
    },
    async countFailedLogin(req, res, email) {
      res.locals.loginEmail = email;
      await count('login-address', req, res);
      await count('login-account', req, res);
    },
    countInvalidResetLink: (req, res) => count('reset-address', req, res),
    countWrongCurrentPassword: (req, res) => count('current-password', req, res),
    countNewPassword: (req, res) => count('new-password', req, res),
    async countPicture(req, res, image) {
      if (image !== undefined && isDataUrl(image)) await count('posts', req, res);
    },
    countSubscription: (req, res) => count('newsletter', req, res),
    countLongStory: (req, res) => count('long-stories', req, res),
  };
}
