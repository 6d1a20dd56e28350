/**
 * Makes an attempt with a signal that is aborted with `signal`, or after a time with a TimeoutError.
 *
 * @template T
 * @param {AbortSignal} signal
 * @param {number} timeoutMs
 * @param {(signal: AbortSignal) => Promise<T>} attempt
 * @returns {Promise<T>}
 */
export async function withTimeout(signal, timeoutMs, attempt) {
  signal.throwIfAborted();
  // Not AbortSignal.any with a timeout: Node 20 may garbage-collect the signals, and then the timeout never fires.
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException(`no response within ${timeoutMs / 1000} s`, 'TimeoutError')),
    timeoutMs,
  );
  signal.addEventListener('abort', onAbort);
  try {
    return await attempt(controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
