import type { RequestHandler, Response } from 'express';
import { unavailable } from './app-error.js';

/** How long the database may be away before who waits is told; one that is started again is back sooner. */
const GRACE_PERIOD_MS = 1_000;
const CHECK_INTERVAL_MS = 250;

/** The answer while the database is away. */
export function databaseUnavailable() {
  return unavailable('database_away', 'The database is away. Please try again in a moment');
}

/** 503 at once while the database is away, and until its indexes are made: they carry what must be unique. */
export function databaseGuard(isDatabaseUp: () => boolean): RequestHandler {
  return (_req, _res, next) => next(isDatabaseUp() ? undefined : databaseUnavailable());
}

/**
 * Waits for the work of a request, unless the database goes away meanwhile and the answer has not begun.
 *
 * @throws AppError 503 then; the work goes on unheard.
 */
export type AbortWhenDatabaseUnavailable = <T>(res: Response, work: Promise<T>) => Promise<T>;

/**
 * For requests that run when the database goes away. Each operation has its time-out, but a request may have several
 * before it, or wait for its turn at the hashing or at the pictures: together that would be longer than anybody waits.
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
