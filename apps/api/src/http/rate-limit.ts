import { createHash } from 'node:crypto';
import type { Endpoint } from '@safarnama/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, type Options, rateLimit } from 'express-rate-limit';
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

/** The limits; each has counters of its own. */
export const LIMIT_NAMES = [
  'everything',
  'signup',
  'newsletter',
  'posts',
  'deletions',
  'drafts',
  'messages',
  'comments',
  'searches',
  'long-stories',
  'login-address',
  'login-account',
  'current-password',
  'new-password',
  'reset-address',
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

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

function runLimiter(limiter: RequestHandler, req: Request, res: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void limiter(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
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

  function createLimiter(
    windowMs: number,
    limit: number,
    keyGenerator: KeyGenerator,
    { identifier = 'everything', ...overrides }: Partial<Options> & { identifier?: LimitName } = {},
  ): RequestHandler {
    return rateLimit({
      windowMs,
      limit,
      ...(redis ? { store: new RedisBackedStore(redis, identifier) } : {}),
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      keyGenerator,
      skip: (req, res) => !rateLimits || (keyGenerator(req, res).startsWith('a:') && isExempt(req)),
      handler: (req, res, next) => {
        onRejected(identifier);
        const resetTime: unknown = Reflect.get(Reflect.get(req, 'rateLimit') ?? {}, 'resetTime');
        const waitMs = resetTime instanceof Date ? resetTime.getTime() - Date.now() : windowMs;
        const waitS = Math.max(1, Math.ceil(waitMs / SECOND_MS));
        rejected.set(rejectedKey(identifier, keyGenerator(req, res)), true, { ttl: waitS * SECOND_MS });
        next(tooManyRequests('too_many_requests', 'Too many requests. Please wait a moment.', waitS));
      },
      // The general limit is identified by its window in the RateLimit headers.
      ...(identifier === 'everything' ? {} : { identifier }),
      ...overrides,
    });
  }

  const general = createLimiter(MINUTE_MS, 1_200, userOrAddressKey);
  const endpointLimits = {
    signup: createLimiter(HOUR_MS, 20, addressKey, { identifier: 'signup' }),
    posts: createLimiter(HOUR_MS, 300, userOrAddressKey, { identifier: 'posts' }),
    // Separate from stories, so that a user who has just imported many can delete them again.
    deletions: createLimiter(HOUR_MS, 300, userOrAddressKey, { identifier: 'deletions' }),
    // The editor saves at most 80 times a minute.
    drafts: createLimiter(MINUTE_MS, 120, userOrAddressKey, { identifier: 'drafts' }),
    messages: createLimiter(MINUTE_MS, 600, userOrAddressKey, { identifier: 'messages' }),
    comments: createLimiter(MINUTE_MS, 60, userOrAddressKey, { identifier: 'comments' }),
    searches: createLimiter(MINUTE_MS, 300, userOrAddressKey, { identifier: 'searches' }),
  } satisfies Record<NonNullable<Endpoint['rateLimit']>, RequestHandler>;

  const subscriptionLimit = createLimiter(HOUR_MS, 20, userOrAddressKey, { identifier: 'newsletter' });
  // Rendering a story of 100 kB takes 0.1 s.
  const longStoryLimit = createLimiter(MINUTE_MS, 60, addressKey, { identifier: 'long-stories' });
  const failuresOnly: Partial<Options> = {
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_req, res) => res.statusCode !== 401,
  };
  const loginByAddressLimit = createLimiter(15 * MINUTE_MS, 100, addressKey, {
    ...failuresOnly,
    identifier: 'login-address',
  });
  const loginByAccountLimit = createLimiter(
    15 * MINUTE_MS,
    10,
    (req, res) => `${addressKey(req, res)}|${accountKey(String(res.locals.loginEmail))}`,
    { ...failuresOnly, identifier: 'login-account' },
  );
  const resetByAddressLimit = createLimiter(15 * MINUTE_MS, 100, addressKey, {
    identifier: 'reset-address',
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_req, res) => res.statusCode !== 400,
  });
  const currentPasswordLimit = createLimiter(15 * MINUTE_MS, 5, userOrAddressKey, {
    identifier: 'current-password',
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_req, res) => res.locals.passwordWasWrong !== true,
  });
  const newPasswordLimit = createLimiter(15 * MINUTE_MS, 10, userOrAddressKey, {
    identifier: 'new-password',
  });

  return {
    forEndpoint: ({ rateLimit: name }) => (name ? [general, endpointLimits[name]] : [general]),
    isBeyondLimit({ rateLimit: name }, userId) {
      const isRejected = (limit: LimitName) => rejected.has(rejectedKey(limit, userKey(userId)));
      return isRejected('everything') || (name !== undefined && isRejected(name));
    },
    async countFailedLogin(req, res, email) {
      res.locals.loginEmail = email;
      await runLimiter(loginByAddressLimit, req, res);
      await runLimiter(loginByAccountLimit, req, res);
    },
    countInvalidResetLink: (req, res) => runLimiter(resetByAddressLimit, req, res),
    countWrongCurrentPassword: (req, res) => runLimiter(currentPasswordLimit, req, res),
    countNewPassword: (req, res) => runLimiter(newPasswordLimit, req, res),
    async countPicture(req, res, image) {
      if (image !== undefined && isDataUrl(image)) await runLimiter(endpointLimits.posts, req, res);
    },
    countSubscription: (req, res) => runLimiter(subscriptionLimit, req, res),
    countLongStory: (req, res) => runLimiter(longStoryLimit, req, res),
  };
}
