/**
 * Waits for a promise, but not longer than a time. The work itself goes on.
 *
 * @returns the value of the promise; `fallback` when it takes longer.
 */
export function within<T, F>(work: Promise<T>, ms: number, fallback: F): Promise<T | F> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<F>((resolve) => {
    timer = setTimeout(resolve, ms, fallback).unref();
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
