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
      const picture = await media.open(params.key, query.w, me?.userId ?? null);
      // Guests cannot learn whether there is a picture that they may not see.
      if (!picture) throw me ? notFound('Picture not found') : notAuthenticated(res.locals.wasSessionRevoked);
      if (res.headersSent) {
        // The database guard has responded while the picture was being opened.
        picture.stream.destroy();
        return undefined;
      }
      res.set({
        // A public story may be withdrawn at any time.
        'Cache-Control': me ? 'private, max-age=31536000, immutable' : 'no-cache',
        'Content-Type': picture.contentType,
        'X-Content-Type-Options': 'nosniff',
        ETag: `"${params.key}-${query.w ?? 'full'}"`,
      });
      if (req.fresh || req.method === 'HEAD') {
        picture.stream.destroy();
        if (!req.fresh) res.set('Content-Length', String(picture.bytes));
        res.status(req.fresh ? 304 : 200).end();
        return undefined;
      }
      res.set('Content-Length', String(picture.bytes));
      await sendPicture(picture.stream, res);
      return undefined;
    },
  } satisfies Routes<'GET /media/:key'>;
}
