import type { RequestHandler, Response } from 'express';
import { unavailable } from './app-error.js';

/** How long the database may be away before who waits is told; one that is started again is back sooner. */
const PATIENCE_MS = 1_000;
const CHECK_MS = 250;

/** The answer while the database is away. */
export function databaseAway() {
  return unavailable('database_away', 'The database is away. Please try again in a moment');
}

/** 503 at once while the database is away, and until its indexes are made: they carry what must be unique. */
export function databaseGuard(isDatabaseUp: () => boolean): RequestHandler {
  return (_req, _res, next) => next(isDatabaseUp() ? undefined : databaseAway());
}

/**
 * Waits for the work of a request, unless the database goes away meanwhile and the answer has not begun.
 *
 * @throws AppError 503 then; the work goes on unheard.
 */
export type UnlessAway = <T>(res: Response, work: Promise<T>) => Promise<T>;

/**
 * For requests that run when the database goes away. Each operation has its time-out, but a request may have several
 * before it, or wait for its turn at the hashing or at the pictures: together that would be longer than anybody waits.
 */
export function createUnlessAway(isDatabaseUp: () => boolean): UnlessAway {
  const waiting = new Set<() => unknown>();
  let awaySince: number | null = null;
  let timer: NodeJS.Timeout | undefined;

  function check(): void {
    if (waiting.size === 0) {
      clearInterval(timer);
      timer = undefined;
      awaySince = null;
      return;
    }
    if (isDatabaseUp()) {
      awaySince = null;
      return;
    }
    awaySince ??= performance.now();
    if (performance.now() - awaySince < PATIENCE_MS) return;
    for (const giveUp of waiting) giveUp();
  }

  return async (res, work) => {
    let giveUp: () => unknown = () => undefined;
    const isAway = new Promise<never>((_resolve, reject) => {
      giveUp = () => res.headersSent || reject(databaseAway());
    });
    waiting.add(giveUp);
    timer ??= setInterval(check, CHECK_MS).unref();
    try {
      return await Promise.race([work, isAway]);
    } finally {
      waiting.delete(giveUp);
    }
  };
}
