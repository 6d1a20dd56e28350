import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { serializeError } from '../config/logger.js';
import { requestIdOf } from './request-id.js';

/** Logs each request as one line, without its body, cookies or query. */
export function requestLog(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    genReqId: (_req, res) => requestIdOf(res as unknown as Parameters<typeof requestIdOf>[0]),
    quietReqLogger: true,
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? 'warn' : 'debug'),
    serializers: {
      err: serializeError,
      req: (req: { method: string; url: string }) => ({ method: req.method, path: req.url.split('?')[0] }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
  });
}
