import type { RequestHandler } from 'express';
import { badRequest } from './app-error.js';

/** Rejects an HTTP/1.1 request without `Host`, because the check of Node.js would respond without a body. */
export const requireHost: RequestHandler = (req, _res, next) => {
  const isMissing = req.httpVersion === '1.1' && req.headers.host === undefined;
  next(isMissing ? badRequest('host_missing', 'The request has no Host header') : undefined);
};
