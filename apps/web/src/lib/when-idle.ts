const LATEST_MS = 1_000;
/** Where the browser does not tell when it is idle, ms: about the time a page takes to stand. */
const GUESS_MS = 100;

/**
 * Runs a task when the browser has nothing better to do: each in a moment of its own, so that many small ones do not
 * hold up a tap.
 *
 * @param latestMs - at the latest then, also while the browser is never idle.
 * @returns what calls it off.
 */
export function whenIdle(task: () => void, latestMs = LATEST_MS): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(task, GUESS_MS);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(task, { timeout: latestMs });
  return () => window.cancelIdleCallback(handle);
}
