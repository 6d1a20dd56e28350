import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@safarnama/contracts';
import type { RequestHandler } from 'express';
import { tooManyRequests, unavailable } from './app-error.js';

/** Maximum size of the large bodies in memory at once, as announced by their headers: of one user, and in total. */
const MAX_BYTES_PER_USER = 6 * LIMITS.imageBodyBytes;
const MAX_TOTAL_BYTES = 20 * LIMITS.imageBodyBytes;
const RETRY_AFTER_S = 2;

/** Expected size of a body in bytes: its length, or the limit for an unknown length and for a compressed body. */
function estimateBodySize({ headers }: IncomingMessage, limit: number): number {
  const length = headers['content-length'];
  if (length === undefined && headers['transfer-encoding'] === undefined) return 0;
  const isKnown = length !== undefined && (headers['content-encoding'] ?? 'identity') === 'identity';
  return isKnown ? Number(length) : limit;
}

/**
 * Bounds the memory of bodies that may carry a picture. A body counts from its first byte to the end of the response,
 * as its picture stays in memory while it waits to be processed. Small bodies are not counted.
 *
 * @returns a factory for the guard of endpoints with a given body limit in bytes; all guards share the counters.
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
      throw tooManyRequests(
        'too_many_uploads',
        'Too many pictures at once. Please wait a moment',
        RETRY_AFTER_S,
      );
    }
    if (totalBytes + size > MAX_TOTAL_BYTES) {
      throw unavailable(
        'uploads_busy',
        'Too many pictures are being uploaded. Please try again in a moment',
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
