import express, { type RequestHandler } from 'express';
import { AppError, badRequest, tooLarge } from './app-error.js';

/** True when the request announces a body. */
function hasBody(headers: NodeJS.Dict<string | string[]>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads a JSON object into `req.body`: 413 beyond `limit` bytes, then 415 for another type, then 400 for
 * malformed JSON. A call without a body needs no content type and gets `{}`.
 */
export function jsonBody(limit: number, isExpected: boolean): RequestHandler {
  const read = express.json({ limit, type: 'application/json', strict: true });
  return (req, res, next) => {
    if (!hasBody(req.headers)) {
      req.body = {};
      next();
      return;
    }
    if (Number(req.headers['content-length'] ?? 0) > limit) {
      throw tooLarge('The request is too large');
    }
    if (!req.is('application/json')) {
      throw new AppError(
        415,
        'unsupported_media_type',
        'The body must be JSON (Content-Type: application/json)',
      );
    }
    read(req, res, (error?: unknown) => {
      if (error) return next(error);
      const body: unknown = req.body;
      if (isExpected && (typeof body !== 'object' || body === null || Array.isArray(body))) {
        return next(badRequest('invalid_body', 'The body must be a JSON object'));
      }
      next();
    });
  };
}
