import type { RequestHandler, Response } from 'express';
import { unavailable } from './app-error.js';

/** How long a running request waits for an unavailable database; a restart usually takes less time. */
const GRACE_PERIOD_MS = 1_000;
const CHECK_INTERVAL_MS = 250;

/** Creates the 503 error for an unavailable database. */
export function databaseUnavailable() {
  return unavailable('database_away', 'Safarnama is unavailable right now. Please try again in a moment.');
}

/** Rejects requests while the database is unavailable and until its unique indexes exist. */
export function databaseGuard(isDatabaseUp: () => boolean): RequestHandler {
  return (_req, _res, next) => next(isDatabaseUp() ? undefined : databaseUnavailable());
}

/**
 * Returns the result of a request's work, but stops waiting for it when the database becomes unavailable before the
 * response has started.
 *
 * @throws AppError 503 in that case; the work continues and its result is ignored.
 */
export type AbortWhenDatabaseUnavailable = <T>(res: Response, work: Promise<T>) => Promise<T>;

/**
 * Ends requests that are running when the database becomes unavailable. Each database operation has a timeout, but
 * waiting for several of them, and for password hashing or image processing, would take too long.
 */
export function createAbortWhenDatabaseUnavailable(
  isDatabaseUp: () => boolean,
): AbortWhenDatabaseUnavailable {
  const pendingAborts = new Set<() => unknown>();
  let unavailableSince: number | null = null;
  let timer: NodeJS.Timeout | undefined;

  function checkDatabase(): void {
    if (pendingAborts.size === 0) {
      clearInterval(timer);
      timer = undefined;
      unavailableSince = null;
      return;
    }
    if (isDatabaseUp()) {
      unavailableSince = null;
      return;
    }
    unavailableSince ??= performance.now();
    if (performance.now() - unavailableSince < GRACE_PERIOD_MS) return;
    for (const abort of pendingAborts) abort();
  }

  return async (res, work) => {
    let abort: () => unknown = () => undefined;
    const aborted = new Promise<never>((_resolve, reject) => {
      abort = () => res.headersSent || reject(databaseUnavailable());
    });
    pendingAborts.add(abort);
    timer ??= setInterval(checkDatabase, CHECK_INTERVAL_MS).unref();
    try {
      return await Promise.race([work, aborted]);
    } finally {
      pendingAborts.delete(abort);
    }
  };
}
