import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';

/** What `compression` leaves as it is, for it would hardly get smaller. */
const MIN_COMPRESSED_LENGTH = 1024;
/** Of all that is remembered, at two bytes a character: some hundred pages of cards. */
const MAX_CACHE_BYTES = 4_000_000;

const compressors = {
  // As hard as `compression` does it.
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text),
};
type Encoding = keyof typeof compressors;

/** An answer in the forms in which it was asked for so far. */
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
 * Sends answers that many people get letter for letter, such as the newest stories: hashed and compressed once for
 * each version. They are recognised by their text, so no version is ever taken for another.
 */
export function createResponseCache() {
  const cache = new LRUCache<string, CachedResponse>({
    maxSize: MAX_CACHE_BYTES,
    // The compressed forms are a small part of it.
    sizeCalculation: (_known, text) => 2 * text.length + 1,
  });

  function lookUp(text: string): CachedResponse {
    const cached = cache.get(text);
    if (cached) return cached;
    // Weak: the same for each encoding.
    const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`;
    const entry: CachedResponse = { etag, compressed: {} };
    cache.set(text, entry);
    return entry;
  }

  return async (req: Request, res: Response, body: unknown): Promise<void> => {
    const text = JSON.stringify(body);
    const { etag, compressed } = lookUp(text);
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
