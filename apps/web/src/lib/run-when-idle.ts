const MAX_DELAY_MS = 1_000;
/** For browsers without `requestIdleCallback`: about the time a page takes to render. */
const FALLBACK_DELAY_MS = 100;

/**
 * Runs a task when the browser is idle. Each task has a callback of its own, so that many small tasks do not delay a
 * tap.
 *
 * @param maxDelayMs - runs the task after this time even if the browser is never idle.
 * @returns a function that cancels the task.
 */
export function runWhenIdle(task: () => void, maxDelayMs = MAX_DELAY_MS): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(task, FALLBACK_DELAY_MS);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(task, { timeout: maxDelayMs });
  return () => window.cancelIdleCallback(handle);
}
