import { isDatabaseUnavailableError } from './mongo-errors.js';

/** Maximum number of errors in the thrown `AggregateError`. */
const MAX_ERRORS = 10;

/**
 * Runs a task for one row after another, even after it has failed for some of them, and closes a cursor. Stops when the
 * database is unavailable: the task would fail for all remaining rows.
 *
 * @throws AggregateError with `failureMessage`, the number of failures and the first ten errors, when the task has
 *   failed for a row; any error of reading the rows as it is.
 */
export async function runForEach<T>(
  rows: Iterable<T> | (AsyncIterable<T> & { close?(): Promise<unknown> }),
  failureMessage: string,
  run: (row: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  let failed = 0;
  try {
    for await (const row of rows) {
      try {
        await run(row);
      } catch (error) {
        failed += 1;
        if (errors.length < MAX_ERRORS) errors.push(error);
        if (isDatabaseUnavailableError(error)) break;
      }
    }
  } finally {
    // Leaving the loop does not close a mongoose cursor; it would stay open on the server. One that could not be opened
    // fails to close, which must not replace the reason.
    if ('close' in rows) await rows.close?.().catch(() => {});
  }
  if (failed > 0) throw new AggregateError(errors, `${failureMessage}: ${failed}`);
}
