import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@safarnama/contracts';
import type { RequestHandler, Response } from 'express';
import { tooManyRequests, unavailable } from './app-error.js';

/** Maximum size of the large bodies in memory at once, as announced by their headers: of one user, and in total. */
const MAX_BYTES_PER_USER = 6 * LIMITS.imageBodyBytes;
const MAX_TOTAL_BYTES = 20 * LIMITS.imageBodyBytes;
const RETRY_AFTER_S = 2;

/** Maximum memory of a body that its handler stores in parts of 256 kB: the chunks of one part, and the part itself. */
const STREAMED_BODY_BYTES = 2 * 256 * 1024;

interface BodyBudget {
  /** Creates the guard of endpoints with a body limit in bytes. */
  forLimit(limit: number): RequestHandler;
  /** The guard of endpoints whose handler reads the body in parts. */
  forStream: RequestHandler;
}

/** Returns the expected size of a body in bytes; the limit if its length is unknown or it is compressed. */
export function estimateBodySize({ headers }: IncomingMessage, limit: number): number {
  const length = headers['content-length'];
  if (length === undefined && headers['transfer-encoding'] === undefined) return 0;
  const isKnown = length !== undefined && (headers['content-encoding'] ?? 'identity') === 'identity';
  return isKnown ? Number(length) : limit;
}

/**
 * Bounds the memory of bodies that may carry a picture. A body counts from its first byte to the end of the response,
 * as its picture stays in memory while it waits to be processed. A body that stalls gets 408 (`watchIdleBody`). Small
 * bodies are not counted.
 *
 * @returns guards that share the counters.
 */
export function createBodyBudget(): BodyBudget {
  const bytesByUser = new Map<string, number>();
  let totalBytes = 0;

  /** Counts bytes until the response has ended. @throws AppError 429 or 503 when too many are counted already. */
  function reserve(res: Response, size: number): void {
    const userId = res.locals.me?.userId ?? '';
    const userBytes = bytesByUser.get(userId) ?? 0;
    if (userBytes + size > MAX_BYTES_PER_USER) {
      throw tooManyRequests(
        'too_many_uploads',
        'Too many pictures at once. Please wait a moment.',
        RETRY_AFTER_S,
      );
    }
    if (totalBytes + size > MAX_TOTAL_BYTES) {
      throw unavailable(
        'uploads_busy',
        'Too many pictures are being uploaded. Please try again in a moment.',
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
  }

  return {
    forLimit: (limit) => (req, res, next) => {
      const size = estimateBodySize(req, limit);
      const isCounted = limit > LIMITS.bodyBytes && size > LIMITS.bodyBytes && size <= limit;
      if (isCounted) reserve(res, size);
      next();
    },
    forStream(_req, res, next) {
      reserve(res, STREAMED_BODY_BYTES);
      next();
    },
  };
}
