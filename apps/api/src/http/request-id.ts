import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

/** Ids of a proxy in front are kept when they look like ids; nothing else enters the log or the answer. */
const ID = /^[\w-]{8,64}$/;

/** Gives each request an id: in the log, in `X-Request-Id` and in the body of an error. */
export const requestId: RequestHandler = (req, res, next) => {
  const incomingId = req.get('X-Request-Id');
  const id = incomingId !== undefined && ID.test(incomingId) ? incomingId : randomUUID();
  res.locals.requestId = id;
  res.set('X-Request-Id', id);
  next();
};

/** The id that `requestId` gave this request. */
export function requestIdOf(res: Response): string {
  return String(res.locals.requestId);
}
