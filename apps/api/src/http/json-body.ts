import type { IncomingMessage } from 'node:http';
import express, { type RequestHandler } from 'express';
import { AppError, badRequest, tooLarge } from './app-error.js';

/** True when the request announces a body. */
function hasBody(headers: NodeJS.Dict<string | string[]>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Objects, lists and members of one body. Ours have a dozen; the 7 million that fit beside no picture would stop the
 * event loop for two seconds. Small bodies cannot hold more than this.
 */
const MAX_PARTS = 100_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OBJECT, LIST, COMMA] = Buffer.from('{[,');

/** Where the string that begins at `start` ends; the end of the body when it does not. */
function findStringEnd(json: Buffer, start: number): number {
  for (let at = json.indexOf(QUOTE, start + 1); at !== -1; at = json.indexOf(QUOTE, at + 1)) {
    let before = at;
    while (json[before - 1] === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return json.length;
}

/** True when a body has more parts than `MAX_PARTS`. Strings are jumped over: a picture costs nothing. */
function hasTooManyParts(json: Buffer): boolean {
  let parts = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) at = findStringEnd(json, at);
    else if (byte === OBJECT || byte === LIST || byte === COMMA) parts += 1;
    if (parts > MAX_PARTS) return true;
  }
  return false;
}

/** Looks at a body before it is parsed. @throws AppError 415, 400. */
function checkRawBody(_req: IncomingMessage, _res: unknown, json: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw new AppError(415, 'unsupported_charset', 'The body must be in UTF-8');
  if (hasTooManyParts(json)) throw badRequest('invalid_body', 'The body has too many parts');
}

/**
 * Reads a JSON object into `req.body`: 413 beyond `limit` bytes, then 415 for another type, then 400 for
 * malformed JSON. A call without a body needs no content type and gets `{}`.
 */
export function jsonBody(limit: number, isExpected: boolean): RequestHandler {
  const parseJson = express.json({ limit, type: 'application/json', strict: true, verify: checkRawBody });
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
    parseJson(req, res, (error?: unknown) => {
      if (error) return next(error);
      const body: unknown = req.body;
      if (isExpected && (typeof body !== 'object' || body === null || Array.isArray(body))) {
        return next(badRequest('invalid_body', 'The body must be a JSON object'));
      }
      next();
    });
  };
}
