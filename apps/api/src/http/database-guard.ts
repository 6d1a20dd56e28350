import type { RequestHandler } from 'express';
import { unavailable } from './app-error.js';

/** The answer while the database is away. */
export function databaseAway() {
  return unavailable('database_away', 'The database is away. Please try again in a moment');
}

/** 503 at once while the database is away, and until its indexes are made: they carry what must be unique. */
export function databaseGuard(isDatabaseUp: () => boolean): RequestHandler {
  return (_req, _res, next) => next(isDatabaseUp() ? undefined : databaseAway());
}
