import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { emailKey } from '../lib/email-key.js';
import { AppError } from './app-error.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type KeyGenerator = (req: Request, res: Response) => string;

/** Identifies an account without storing its email address among the counters. */
const accountKey = (email: string) => createHash('sha256').update(emailKey(email)).digest('base64url');

/** IPv6 addresses are counted by their /56 subnet, the size that one customer gets. */
const addressKey: KeyGenerator = (req) => `a:${ipKeyGenerator(req.ip ?? 'unknown')}`;

const hasCode = (code: string) => (error: unknown) => error instanceof AppError && error.code === code;

/** By address and the account that a request signs in to: nobody can lock another user out. */
const loginKey: KeyGenerator = (req, res) =>
  `${addressKey(req, res)}|${accountKey(res.locals.loginEmail ?? '')}`;

/** The key of a user's counters. */
export const userKey = (userId: string) => `u:${userId}`;

/** By user with a session, else by address: behind a carrier's NAT many users share one address. */
const userOrAddressKey: KeyGenerator = (req, res) => {
  const userId = res.locals.me?.userId;
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

/** The limits. Each has counters of its own. */
export const LIMIT_TABLE = defineLimits({
  everything: { windowMs: MINUTE_MS, limit: 1_200, keyOf: userOrAddressKey },
  signup: { windowMs: HOUR_MS, limit: 20, keyOf: addressKey },
  // Known addresses count, too: otherwise the responses beyond the limit would reveal which addresses are known.
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
  // Whatever the outcome: the hash is expensive.
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
