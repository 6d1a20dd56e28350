import { createHash } from 'node:crypto';
import type { EndpointKey } from '@safarnama/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, type Options, rateLimit } from 'express-rate-limit';
import { emailKey } from '../auth/email-key.js';
import type { Identity } from '../auth/identity.js';
import { isLoopbackHost, type Settings } from '../config/env.js';
import type { RedisLink } from '../config/redis.js';
import { isDataUrl } from '../media/data-url.js';
import { tooManyRequests } from './app-error.js';
import { SharedStore } from './rate-limit-store.js';

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

type KeyOf = (req: Request, res: Response) => string;

/** Names an account without its address, which has no place in a shared memory of counters. */
const accountKey = (email: string) => createHash('sha256').update(emailKey(email)).digest('base64url');

const me = (res: Response): Identity | undefined => res.locals.me;

/** IPv6 addresses count by their /56: one line has that many. */
const address: KeyOf = (req) => `a:${ipKeyGenerator(req.ip ?? 'unknown')}`;

/** With a session by person, whatever the address: many people share one behind a carrier. */
const personOrAddress: KeyOf = (req, res) => {
  const userId = me(res)?.userId;
  return userId === undefined ? address(req, res) : `u:${userId}`;
};

/** Limits that depend on the outcome or on the body: called by the handler, once the body is parsed. */
export interface RateLimits {
  /** In front of every endpoint. */
  of(key: EndpointKey): RequestHandler[];
  /** Counts wrong sign-ins. @throws AppError 429 */
  wrongLogin(req: Request, res: Response, email: string): Promise<void>;
  /** Counts links of a password reset that are not valid. @throws AppError 429 */
  deadResetLink(req: Request, res: Response): Promise<void>;
  /** Counts wrong current passwords (those after which `res.locals.passwordWasWrong` is set). @throws AppError 429 */
  wrongCurrentPassword(req: Request, res: Response): Promise<void>;
  /** Counts a picture sent as a file together with the stories, whose calls count by themselves. @throws AppError 429 */
  picture(req: Request, res: Response, image: string | undefined): Promise<void>;
}

function run(limiter: RequestHandler, req: Request, res: Response): Promise<void> {
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
  redis: RedisLink | null,
  onRefused: (limit: LimitName) => void = () => undefined,
): RateLimits {
  /** A trial on one's own machine is never refused: there, the peer is this machine itself. */
  const isOwnMachine = (req: Request) =>
    trustProxy === 0 && isLoopbackHost((req.socket.remoteAddress ?? '').replace(/^::ffff:/, ''));

  function limiter(
    windowMs: number,
    limit: number,
    keyOf: KeyOf,
    { identifier = 'everything', ...more }: Partial<Options> & { identifier?: LimitName } = {},
  ): RequestHandler {
    return rateLimit({
      windowMs,
      limit,
      ...(redis ? { store: new SharedStore(redis, identifier) } : {}),
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      keyGenerator: keyOf,
      skip: (req, res) => !rateLimits || (keyOf(req, res).startsWith('a:') && isOwnMachine(req)),
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
      ...more,
    });
  }

  const everything = limiter(MINUTE_MS, 1_200, personOrAddress);
  const signup = limiter(HOUR_MS, 20, address, { identifier: 'signup' });
  const posts = limiter(HOUR_MS, 300, personOrAddress, { identifier: 'posts' });
  const messages = limiter(MINUTE_MS, 600, personOrAddress, { identifier: 'messages' });
  const special: Partial<Record<EndpointKey, RequestHandler>> = {
    'POST /api/auth/signup': signup,
    'POST /api/post/create-post': posts,
    'PUT /api/post/update-post/:id': posts,
    'POST /api/message/send/:receiverId': messages,
  };

  const wrongOnly: Partial<Options> = {
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_req, res) => res.statusCode !== 401,
  };
  const loginByAddress = limiter(15 * MINUTE_MS, 100, address, { ...wrongOnly, identifier: 'login-address' });
  const loginByAccount = limiter(
    15 * MINUTE_MS,
    10,
    (req, res) => `${address(req, res)}|${accountKey(String(res.locals.loginEmail))}`,
    { ...wrongOnly, identifier: 'login-account' },
  );
  const resetByAddress = limiter(15 * MINUTE_MS, 100, address, {
    identifier: 'reset-address',
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_req, res) => res.statusCode !== 400,
  });
  const currentPassword = limiter(15 * MINUTE_MS, 5, personOrAddress, {
    identifier: 'current-password',
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_req, res) => res.locals.passwordWasWrong !== true,
  });

  return {
    of(key) {
      const own = special[key];
      return own ? [everything, own] : [everything];
    },
    async wrongLogin(req, res, email) {
      res.locals.loginEmail = email;
      await run(loginByAddress, req, res);
      await run(loginByAccount, req, res);
    },
    deadResetLink: (req, res) => run(resetByAddress, req, res),
    wrongCurrentPassword: (req, res) => run(currentPassword, req, res),
    async picture(req, res, image) {
      if (image !== undefined && isDataUrl(image)) await run(posts, req, res);
    },
  };
}
