/**
 * Runs a task for one row after another, also after it has failed for some of them.
 *
 * @throws AggregateError with this message after the last row, when the task has failed; errors of reading the rows at once.
 */
export async function runForEach<T>(
  rows: Iterable<T> | AsyncIterable<T>,
  failureMessage: string,
  run: (row: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for await (const row of rows) {
    try {
      await run(row);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failureMessage);
}
