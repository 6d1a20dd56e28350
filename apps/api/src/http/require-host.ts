import type { RequestHandler } from 'express';
import { badRequest } from './app-error.js';

/** 400 for an HTTP/1.1 request without `Host`; the check of Node.js responds without a body. */
export const requireHost: RequestHandler = (req, _res, next) => {
  const isMissing = req.httpVersion === '1.1' && req.headers.host === undefined;
  next(isMissing ? badRequest('host_missing', 'The request has no Host header') : undefined);
};
