import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';

/** Bodies of fewer characters are not compressed; the default of the `compression` middleware. */
const COMPRESSION_THRESHOLD = 1024;
/** Size of the cached texts at two bytes a character; holds about a hundred pages of cards. */
const MAX_CACHE_BYTES = 4_000_000;

const compressors = {
  // The level that the `compression` middleware uses.
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text),
};
type Encoding = keyof typeof compressors;

/** A response body as JSON, in the encodings requested so far. */
export interface PreparedResponse {
  readonly text: string;
  readonly etag: string;
  readonly compressed: Partial<Record<Encoding, Promise<Buffer>>>;
  /** The `Link` header, if any. */
  readonly link?: string;
}

function pickEncoding(req: Request): Encoding | null {
  const accepted = req.acceptsEncodings();
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : null;
}

function prepareText(text: string): PreparedResponse {
  // Weak, because all encodings share it.
  return { text, etag: `W/"${createHash('sha256').update(text).digest('base64url')}"`, compressed: {} };
}

export function prepareResponse(body: unknown): PreparedResponse {
  return prepareText(JSON.stringify(body));
}

/**
 * Prepares responses that are often the same for many users, such as the newest stories: hashes and compresses each
 * distinct body once. The cache key is the body itself, so that a stale entry is never sent.
 */
export function createSharedResponses(): typeof prepareResponse {
  const cache = new LRUCache<string, PreparedResponse>({
    maxSize: MAX_CACHE_BYTES,
    // The compressed bodies are small in comparison.
    sizeCalculation: (_prepared, text) => 2 * text.length + 1,
  });
  return (body) => {
    const text = JSON.stringify(body);
    const cached = cache.get(text);
    if (cached) return cached;
    const prepared = prepareText(text);
    cache.set(text, prepared);
    return prepared;
  };
}

export async function sendPrepared(req: Request, res: Response, prepared: PreparedResponse): Promise<void> {
  const { text, etag, compressed, link } = prepared;
  // On a 304, too: it has the headers of the 200 that a cache stores.
  res.set('ETag', etag).vary('Accept-Encoding');
  if (link !== undefined) res.set('Link', link);
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  res.type('json');
  const encoding = text.length < COMPRESSION_THRESHOLD ? null : pickEncoding(req);
  if (encoding === null) {
    res.send(text);
    return;
  }
  compressed[encoding] ??= compressors[encoding](text).catch((error: unknown) => {
    // The next request tries again.
    delete compressed[encoding];
    throw error;
  });
  const bytes = await compressed[encoding];
  res.set('Content-Encoding', encoding).send(bytes);
}
