import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { notAuthenticated, notFound } from '../http/app-error.js';
import { getRequestLogger } from '../http/request-log.js';
import type { Routes } from '../http/routes.js';
import type { MediaService } from './media.service.js';

/** A pipeline alone adds seven listeners for the end of a response; beyond ten, Node warns of a leak. */
const MAX_LISTENERS = 20;

/** Sends a stream to its end. A client that disconnects is not an error; a storage failure aborts the response. */
async function sendPicture(stream: Readable, res: Response): Promise<void> {
  res.setMaxListeners(MAX_LISTENERS);
  try {
    await pipeline(stream, res);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    getRequestLogger(res).warn({ err: error }, 'failed to send a picture completely');
  }
}

export function mediaRoutes(media: MediaService) {
  return {
    'GET /media/:key': async ({ params, query, me, req, res }) => {
      // Guests cannot learn whether there is a picture that they may not see.
      const createMissingError = () =>
        me ? notFound('Picture not found') : notAuthenticated(res.locals.wasSessionRevoked);
      const picture = await media.find(params.key, query.w, me?.userId ?? null);
      if (!picture) throw createMissingError();
      // The database guard has responded while the picture was being looked up.
      if (res.headersSent) return undefined;
      res.set({
        // A public story may be withdrawn at any time.
        'Cache-Control': me ? 'private, max-age=31536000, immutable' : 'no-cache',
        'X-Content-Type-Options': 'nosniff',
        ETag: `"${params.key}-${query.w ?? 'full'}"`,
      });
      // Without the storage, which may be a bucket: the bytes of a key never change.
      if (req.fresh) {
        res.status(304).end();
        return undefined;
      }
      const file = await picture.open();
      if (!file) throw createMissingError();
      if (res.headersSent) {
        file.stream.destroy();
        return undefined;
      }
      res.set({ 'Content-Type': picture.contentType, 'Content-Length': String(file.bytes) });
      if (req.method === 'HEAD') {
        file.stream.destroy();
        res.end();
        return undefined;
      }
      await sendPicture(file.stream, res);
      return undefined;
    },
  } satisfies Routes<'GET /media/:key'>;
}
