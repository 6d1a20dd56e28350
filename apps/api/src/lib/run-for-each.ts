import { isDatabaseUnavailableError } from './mongo-errors.js';

/** Errors of one pass that are logged. */
const MAX_ERRORS = 10;

/**
 * Runs a task for one row after another, even after it has failed for some of them. Ends with the first error of an
 * unavailable database, with which the task would fail for all other rows.
 *
 * @throws AggregateError with this message, the number of failures, and the first ten errors, when the task has failed;
 * errors of reading the rows at once.
 */
export async function runForEach<T>(
  rows: Iterable<T> | AsyncIterable<T>,
  failureMessage: string,
  run: (row: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  let failed = 0;
  for await (const row of rows) {
    try {
      await run(row);
    } catch (error) {
      failed += 1;
      if (errors.length < MAX_ERRORS) errors.push(error);
      if (isDatabaseUnavailableError(error)) break;
    }
  }
  if (failed > 0) throw new AggregateError(errors, `${failureMessage}: ${failed}`);
}
