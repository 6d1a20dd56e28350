import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

/** Ids from a proxy are accepted only in this form, as they are written to the log and the response. */
const ID = /^[\w-]{8,64}$/;

/** Assigns each request the id that appears in the log, in `X-Request-Id` and in error bodies. */
export const requestId: RequestHandler = (req, res, next) => {
  const incomingId = req.get('X-Request-Id');
  const id = incomingId !== undefined && ID.test(incomingId) ? incomingId : randomUUID();
  res.locals.requestId = id;
  res.set('X-Request-Id', id);
  next();
};

/** Returns the id that `requestId` assigned to this request. */
export function getRequestId(res: Response): string {
  return res.locals.requestId;
}
