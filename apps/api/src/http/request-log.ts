import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { getRequestId } from './request-id.js';

/** Returns a logger whose lines carry the id of this request. */
export function getRequestLogger(res: Response): Logger {
  return res.locals.logger.child({ reqId: getRequestId(res) });
}

/** Logs each request as one line, without its body, cookies or query; builds no line for a disabled level. */
export function requestLog(logger: Logger): RequestHandler {
  function write(message: string, req: Request, res: Response, startedAt: number, error?: Error): void {
    const level = error || res.statusCode >= 500 ? 'warn' : 'debug';
    if (!logger.isLevelEnabled(level)) return;
    const fields = {
      reqId: getRequestId(res),
      req: { method: req.method, path: req.originalUrl.split('?', 1)[0] },
      res: { status: res.statusCode },
      responseTime: Math.round(performance.now() - startedAt),
      ...(error ? { err: error } : {}),
    };
    logger[level](fields, message);
  }

  return (req, res, next) => {
    const startedAt = performance.now();
    res.locals.logger = logger;
    // Without a listener, an error of the response would end the process.
    res.on('error', (error) => write('request errored', req, res, startedAt, error));
    // Emitted after the response is written, or without it when the client disconnected.
    res.once('close', () =>
      write(res.writableFinished ? 'request completed' : 'request aborted', req, res, startedAt),
    );
    next();
  };
}
