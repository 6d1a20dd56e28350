import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';

/** Shorter bodies are not compressed; the threshold of the `compression` middleware. */
const MIN_COMPRESSED_LENGTH = 1024;
/** Size of the cached texts at two bytes a character; holds about a hundred pages of cards. */
const MAX_CACHE_BYTES = 4_000_000;

const compressors = {
  // The level that the `compression` middleware uses.
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text),
};
type Encoding = keyof typeof compressors;

/** A response body in the encodings requested so far. */
interface CachedResponse {
  etag: string;
  compressed: Partial<Record<Encoding, Promise<Buffer>>>;
}

function pickEncoding(req: Request): Encoding | null {
  const accepted = req.acceptsEncodings();
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : null;
}

/**
 * Creates the sender of responses that are often the same for many users, such as the newest stories: hashes and
 * compresses each distinct body once. The cache key is the body itself, so that a stale entry is never sent.
 */
export function createResponseCache() {
  const cache = new LRUCache<string, CachedResponse>({
    maxSize: MAX_CACHE_BYTES,
    // The compressed bodies are small in comparison.
    sizeCalculation: (_known, text) => 2 * text.length + 1,
  });

  function findOrCreateEntry(text: string): CachedResponse {
    const cached = cache.get(text);
    if (cached) return cached;
    // Weak, because all encodings share it.
    const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`;
    const entry: CachedResponse = { etag, compressed: {} };
    cache.set(text, entry);
    return entry;
  }

  return async (req: Request, res: Response, body: unknown): Promise<void> => {
    const text = JSON.stringify(body);
    const { etag, compressed } = findOrCreateEntry(text);
    res.type('json').set('ETag', etag);
    const encoding = req.fresh || text.length < MIN_COMPRESSED_LENGTH ? null : pickEncoding(req);
    if (encoding === null) {
      res.send(text);
      return;
    }
    compressed[encoding] ??= compressors[encoding](text);
    const bytes = await compressed[encoding];
    res.set('Content-Encoding', encoding).send(bytes);
  };
}
