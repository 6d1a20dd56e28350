import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@safarnama/contracts';
import type { RequestHandler } from 'express';
import { tooManyRequests, unavailable } from './app-error.js';

/** Large bodies that may be in memory at once, of one person and of all together, in bytes as announced. */
const MAX_BYTES_PER_USER = 6 * LIMITS.imageBodyBytes;
const MAX_TOTAL_BYTES = 20 * LIMITS.imageBodyBytes;
const RETRY_AFTER_S = 2;

/** What a body may come to: its length, or the limit where that is not known or is the one of something packed. */
function estimateBodySize({ headers }: IncomingMessage, limit: number): number {
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
  const bytesByUser = new Map<string, number>();
  let totalBytes = 0;

  return (limit) => (req, res, next) => {
    const size = estimateBodySize(req, limit);
    if (limit <= LIMITS.bodyBytes || size <= LIMITS.bodyBytes || size > limit) return next();
    const userId: string = res.locals.me?.userId ?? '';
    const userBytes = bytesByUser.get(userId) ?? 0;
    if (userBytes + size > MAX_BYTES_PER_USER) {
      throw tooManyRequests('Too many pictures at once. Please wait a moment', RETRY_AFTER_S);
    }
    if (totalBytes + size > MAX_TOTAL_BYTES) {
      throw unavailable(
        'busy',
        'Too many pictures are coming in. Please try again in a moment',
        RETRY_AFTER_S,
      );
    }
    bytesByUser.set(userId, userBytes + size);
    totalBytes += size;
    res.once('close', () => {
      totalBytes -= size;
      const remaining = (bytesByUser.get(userId) ?? 0) - size;
      if (remaining > 0) bytesByUser.set(userId, remaining);
      else bytesByUser.delete(userId);
    });
    next();
  };
}
