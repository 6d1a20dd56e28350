const MAX_DELAY_MS = 1_000;
/** Where the browser does not tell when it is idle, ms: about the time a page takes to stand. */
const FALLBACK_DELAY_MS = 100;

/**
 * Runs a task when the browser has nothing better to do: each in a moment of its own, so that many small ones do not
 * hold up a tap.
 *
 * @param maxDelayMs - at the latest then, also while the browser is never idle.
 * @returns what calls it off.
 */
export function runWhenIdle(task: () => void, maxDelayMs = MAX_DELAY_MS): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(task, FALLBACK_DELAY_MS);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(task, { timeout: maxDelayMs });
  return () => window.cancelIdleCallback(handle);
}
