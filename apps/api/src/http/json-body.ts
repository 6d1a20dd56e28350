import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@safarnama/contracts';
import express, { type RequestHandler } from 'express';
import { AppError, badRequest, tooLarge, uploadStalled } from './app-error.js';
import { estimateBodySize } from './body-budget.js';
import { watchIdleBody } from './idle-body.js';
import { hasBody } from './lingering-close.js';

/**
 * Maximum number of objects, arrays and commas in a body. Valid bodies have a dozen; parsing the 7 million that fit
 * into the largest body would block the event loop for two seconds. Small bodies cannot contain more than this.
 */
const MAX_PARTS = 100_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OBJECT, ARRAY, COMMA] = Buffer.from('{[,');

/** Index of the quote that closes the string starting at `start`; the length of the body if no quote does. */
function findStringEnd(json: Buffer, start: number): number {
  for (let index = json.indexOf(QUOTE, start + 1); index !== -1; index = json.indexOf(QUOTE, index + 1)) {
    let firstBackslash = index;
    while (json[firstBackslash - 1] === BACKSLASH) firstBackslash -= 1;
    if ((index - firstBackslash) % 2 === 0) return index;
  }
  return json.length;
}

/** True when a body has more than `MAX_PARTS` parts. Skips strings, so that the data URL of a picture costs little. */
function hasTooManyParts(json: Buffer): boolean {
  let parts = 0;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0;
    if (byte === QUOTE) index = findStringEnd(json, index);
    else if (byte === OBJECT || byte === ARRAY || byte === COMMA) parts += 1;
    if (parts > MAX_PARTS) return true;
  }
  return false;
}

/** Checks a body before it is parsed. @throws AppError 415, 400. */
function checkRawBody(_req: IncomingMessage, _res: unknown, json: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw new AppError(415, 'unsupported_charset', 'The body must be in UTF-8');
  if (hasTooManyParts(json)) throw badRequest('too_many_parts', 'The body has too many parts');
}

/** Calls back as soon as a body without an announced length exceeds the limit; the parser would wait for its end. */
function watchLength(req: IncomingMessage, limit: number, onExceeded: () => void): void {
  if (req.headers['content-length'] !== undefined) return;
  let bytes = 0;
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limit) onExceeded();
  });
}

/**
 * Reads a JSON object into `req.body`. Responds 413 beyond `limit` bytes, then 415 for another type, then 400 for
 * malformed JSON; 408 when a large body stalls. A request without a body needs no content type and gets `{}`.
 *
 * @param isExpected - whether the endpoint reads the body: then JSON other than an object gets 400.
 * @param idleMs - how long a large body may stall.
 */
export function jsonBody(limit: number, isExpected: boolean, idleMs: number): RequestHandler {
  const parseJson = express.json({ limit, type: 'application/json', strict: true, verify: checkRawBody });
  return (req, res, next) => {
    if (!hasBody(req)) {
      req.body = {};
      next();
      return;
    }
    if (Number(req.headers['content-length'] ?? 0) > limit) {
      throw tooLarge();
    }
    if (!req.is('application/json')) {
      throw new AppError(
        415,
        'unsupported_media_type',
        'The body must be JSON (Content-Type: application/json)',
      );
    }
    let isDone = false;
    const finish = (error?: unknown): void => {
      if (isDone) return;
      isDone = true;
      next(error);
    };
    watchLength(req, limit, () => finish(tooLarge()));
    if (estimateBodySize(req, limit) > LIMITS.bodyBytes) {
      watchIdleBody(req, idleMs, () => {
        finish(uploadStalled());
        // The parser then drops what it has read, which is no longer counted. The connection stays open for the
        // response.
        req.unpipe();
        req.emit('aborted');
      });
    }
    parseJson(req, res, (error?: unknown) => {
      if (error) return finish(error);
      const body: unknown = req.body;
      if (isExpected && (typeof body !== 'object' || body === null || Array.isArray(body))) {
        return finish(badRequest('invalid_body', 'The body must be a JSON object'));
      }
      finish();
    });
  };
}
