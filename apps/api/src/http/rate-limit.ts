import { createHash } from 'node:crypto';
import type { EndpointKey } from '@safarnama/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, type Options, rateLimit } from 'express-rate-limit';
import { emailKey } from '../auth/email-key.js';
import type { Identity } from '../auth/identity.js';
import { isLoopbackHost, type Settings } from '../config/env.js';
import type { RedisConnection } from '../lib/redis.js';
import { isDataUrl } from '../media/data-url.js';
import { tooManyRequests } from './app-error.js';
import { RedisBackedStore } from './rate-limit-store.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Each limit counts by itself. */
export const LIMIT_NAMES = [
  'everything',
  'signup',
  'posts',
  'messages',
  'login-address',
  'login-account',
  'current-password',
  'reset-address',
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

type KeyGenerator = (req: Request, res: Response) => string;

/** Names an account without its address, which has no place in a shared memory of counters. */
const accountKey = (email: string) => createHash('sha256').update(emailKey(email)).digest('base64url');

const identityOf = (res: Response): Identity | undefined => res.locals.me;

/** IPv6 addresses count by their /56: one line has that many. */
const addressKey: KeyGenerator = (req) => `a:${ipKeyGenerator(req.ip ?? 'unknown')}`;

/** With a session by person, whatever the address: many people share one behind a carrier. */
const userOrAddressKey: KeyGenerator = (req, res) => {
  const userId = identityOf(res)?.userId;
  return userId === undefined ? addressKey(req, res) : `u:${userId}`;
};

/** Limits that depend on the outcome or on the body: called by the handler, once the body is parsed. */
export interface RateLimits {
  /** In front of every endpoint. */
  forEndpoint(key: EndpointKey): RequestHandler[];
  /** Counts wrong sign-ins. @throws AppError 429 */
  countFailedLogin(req: Request, res: Response, email: string): Promise<void>;
  /** Counts links of a password reset that are not valid. @throws AppError 429 */
  countInvalidResetLink(req: Request, res: Response): Promise<void>;
  /** Counts wrong current passwords (those after which `res.locals.passwordWasWrong` is set). @throws AppError 429 */
  countWrongCurrentPassword(req: Request, res: Response): Promise<void>;
  /** Counts a picture sent as a file together with the stories, whose calls count by themselves. @throws AppError 429 */
  countPicture(req: Request, res: Response, image: string | undefined): Promise<void>;
}

function runLimiter(limiter: RequestHandler, req: Request, res: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void limiter(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}

/**
 * The limits of this process, or of all processes together where there is Redis. `RATE_LIMITS=off` switches all of
 * them off.
 *
 * @param onRefused - told the name of the limit that refused a request.
 */
export function createRateLimits(
  { rateLimits, trustProxy }: Pick<Settings, 'rateLimits' | 'trustProxy'>,
  redis: RedisConnection | null,
  onRefused: (limit: LimitName) => void = () => undefined,
): RateLimits {
  /** A trial on one's own machine is never refused: there, the peer is this machine itself. */
  const isLocalRequest = (req: Request) =>
    trustProxy === 0 && isLoopbackHost((req.socket.remoteAddress ?? '').replace(/^::ffff:/, ''));

  function limiter(
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
      keyGenerator: keyGenerator,
      skip: (req, res) => !rateLimits || (keyGenerator(req, res).startsWith('a:') && isLocalRequest(req)),
      handler: (req, _res, next) => {
        onRefused(identifier);
        const resetTime: unknown = Reflect.get(Reflect.get(req, 'rateLimit') ?? {}, 'resetTime');
        const waitMs = resetTime instanceof Date ? resetTime.getTime() - Date.now() : windowMs;
        next(
          tooManyRequests(
            'Too many requests. Please wait a moment',
            Math.max(1, Math.ceil(waitMs / SECOND_MS)),
          ),
        );
      },
      // Nameless in the headers: there, the limit that everything has is told by its window.
      ...(identifier === 'everything' ? {} : { identifier }),
      ...overrides,
    });
  }

  const general = limiter(MINUTE_MS, 1_200, userOrAddressKey);
  const signupLimit = limiter(HOUR_MS, 20, addressKey, { identifier: 'signup' });
  const postsLimit = limiter(HOUR_MS, 300, userOrAddressKey, { identifier: 'posts' });
  const messagesLimit = limiter(MINUTE_MS, 600, userOrAddressKey, { identifier: 'messages' });
  const special: Partial<Record<EndpointKey, RequestHandler>> = {
    'POST /api/auth/signup': signupLimit,
    'POST /api/post/create-post': postsLimit,
    'PUT /api/post/update-post/:id': postsLimit,
    'POST /api/message/send/:receiverId': messagesLimit,
  };

  const failuresOnly: Partial<Options> = {
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_req, res) => res.statusCode !== 401,
  };
  const loginByAddressLimit = limiter(15 * MINUTE_MS, 100, addressKey, {
    ...failuresOnly,
    identifier: 'login-address',
  });
  const loginByAccountLimit = limiter(
    15 * MINUTE_MS,
    10,
    (req, res) => `${addressKey(req, res)}|${accountKey(String(res.locals.loginEmail))}`,
    { ...failuresOnly, identifier: 'login-account' },
  );
  const resetByAddressLimit = limiter(15 * MINUTE_MS, 100, addressKey, {
    identifier: 'reset-address',
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_req, res) => res.statusCode !== 400,
  });
  const currentPasswordLimit = limiter(15 * MINUTE_MS, 5, userOrAddressKey, {
    identifier: 'current-password',
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_req, res) => res.locals.passwordWasWrong !== true,
  });

  return {
    forEndpoint(key) {
      const endpointLimit = special[key];
      return endpointLimit ? [general, endpointLimit] : [general];
    },
    async countFailedLogin(req, res, email) {
      res.locals.loginEmail = email;
      await runLimiter(loginByAddressLimit, req, res);
      await runLimiter(loginByAccountLimit, req, res);
    },
    countInvalidResetLink: (req, res) => runLimiter(resetByAddressLimit, req, res),
    countWrongCurrentPassword: (req, res) => runLimiter(currentPasswordLimit, req, res),
    async countPicture(req, res, image) {
      if (image !== undefined && isDataUrl(image)) await runLimiter(postsLimit, req, res);
    },
  };
}
