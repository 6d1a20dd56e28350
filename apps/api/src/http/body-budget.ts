import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@safarnama/contracts';
import type { RequestHandler } from 'express';
import { tooManyRequests, unavailable } from './app-error.js';

/** Large bodies that may be in memory at once, of one person and of all together, in bytes as announced. */
const MAX_OF_ONE = 6 * LIMITS.imageBodyBytes;
const MAX_IN_ALL = 20 * LIMITS.imageBodyBytes;
const RETRY_AFTER_S = 2;

/** What a body may come to: its length, or the limit where that is not known or is the one of something packed. */
function sizeOf({ headers }: IncomingMessage, limit: number): number {
  const length = headers['content-length'];
  if (length === undefined && headers['transfer-encoding'] === undefined) return 0;
  const isKnown = length !== undefined && (headers['content-encoding'] ?? 'identity') === 'identity';
  return isKnown ? Number(length) : limit;
}

/**
 * Bounds the memory of bodies that may carry a picture, from their first byte to the end of their answer: a picture that
 * waits for its turn is in memory, too. Small bodies pass.
 *
 * @returns makes the guard of calls with this limit; all of them count together.
 */
export function createBodyBudget(): (limit: number) => RequestHandler {
  const ofOne = new Map<string, number>();
  let inAll = 0;

  return (limit) => (req, res, next) => {
    const size = sizeOf(req, limit);
    if (limit <= LIMITS.bodyBytes || size <= LIMITS.bodyBytes || size > limit) return next();
    const userId: string = res.locals.me?.userId ?? '';
    const own = ofOne.get(userId) ?? 0;
    if (own + size > MAX_OF_ONE) {
      throw tooManyRequests('Too many pictures at once. Please wait a moment', RETRY_AFTER_S);
    }
    if (inAll + size > MAX_IN_ALL) {
      throw unavailable(
        'busy',
        'Too many pictures are coming in. Please try again in a moment',
        RETRY_AFTER_S,
      );
    }
    ofOne.set(userId, own + size);
    inAll += size;
    res.once('close', () => {
      inAll -= size;
      const left = (ofOne.get(userId) ?? 0) - size;
      if (left > 0) ofOne.set(userId, left);
      else ofOne.delete(userId);
    });
    next();
  };
}
